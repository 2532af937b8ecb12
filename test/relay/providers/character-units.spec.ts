import type { ReceiptResponse } from '../../../server/contract/resources/logs/receipt.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Providers that bill characters, under names that clients choose: hold, charge and receipt count characters, too. */
const START = 10_000_000;
const CHINESE = '你好，世界'.repeat(40);
const AUDIO_NAME = 'gpt-4o-mini-tts';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option(
    'ModelRatio',
    JSON.stringify({ translator: 2, 'tts-1': 8, voice: 2, [AUDIO_NAME]: 1 }),
  );
  await gateway.addChannel({
    type: 1124,
    base_url: upstream.url,
    models: 'translator',
    model_mapping: JSON.stringify({ translator: 'deepl-de' }),
  });
  await gateway.addChannel({
    type: 1123,
    base_url: upstream.url,
    models: `tts-1,voice,${AUDIO_NAME}`,
    model_mapping: JSON.stringify({ 'tts-1': 'azure-tts', voice: 'azure-tts', [AUDIO_NAME]: 'azure-tts' }),
  });
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const translate = (content: string) =>
  gateway.relay('/v1/chat/completions', key, { model: 'translator', messages: [{ role: 'user', content }] });
const speak = (model: string, input: string) =>
  gateway.relay('/v1/audio/speech', key, { model, input, voice: 'alloy' });

/** The receipt of the only request, which is what the balance lost. */
async function receipt(): Promise<ReceiptResponse> {
  const [row, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  expect(await gateway.quota()).toBe(START - row!.quota);
  const [{ id }] = (await gateway.sql('SELECT max(id)::int AS id FROM logs WHERE type = 2')) as [
    { id: number },
  ];
  return gateway.manage<ReceiptResponse>('GET', `/api/log/${id}/receipt`);
}

test('a translation under another name: only the characters of the source are charged', async () => {
  const response = await translate('Hello, world');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ usage: { prompt_tokens: 12, completion_tokens: 33 } });
  const { charged, held, agrees, lines } = await receipt();
  expect([charged, agrees]).toEqual([24, true]);
  expect(held).toBeGreaterThanOrEqual(24);
  expect(lines).toEqual([expect.objectContaining({ name: 'characters', count: 12, quota: 24 })]);
});

test('a translation whose length the provider does not report is charged by its characters', async () => {
  upstream.next({ answer: { usage: undefined } });
  const response = await translate(CHINESE);
  expect(response.status).toBe(200);
  const { charged, held, agrees, usage_source: source } = await receipt();
  expect([charged, agrees, source]).toEqual([CHINESE.length * 2, true, 'estimated']);
  expect(held).toBeGreaterThanOrEqual(charged);
});

test('a balance that does not cover the characters of a translation is not enough', async () => {
  await gateway.setQuota(600);
  const response = await translate('a'.repeat(1000));
  expect(response.status).toBe(403);
  expect(upstream.requests).toEqual([]);
});

test.each([
  // Azure bills a Chinese character twice.
  ['tts-1', CHINESE, CHINESE.length - 40 + CHINESE.length, 8],
  ['tts-1', 'Hello there.', 12, 8],
  ['voice', CHINESE, CHINESE.length - 40 + CHINESE.length, 2],
])('speech as %s holds and charges what the provider bills', async (model, input, characters, ratio) => {
  const response = await speak(model, input);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  const { charged, held, agrees, lines } = await receipt();
  expect([charged, held, agrees]).toEqual([characters * ratio, characters * ratio, true]);
  expect(lines).toEqual([expect.objectContaining({ name: 'characters', count: characters })]);
});

test('a balance that does not cover what the provider bills for speech is not enough', async () => {
  await gateway.setQuota(CHINESE.length * 8);
  expect((await speak('tts-1', CHINESE)).status).toBe(403);
  expect(upstream.requests).toEqual([]);
});

test('under the name of a model with a price per token of audio, its tokens are charged', async () => {
  const response = await speak(AUDIO_NAME, 'Hello there.');
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  const { charged, held, agrees, lines } = await receipt();
  expect(held).toBe(charged);
  expect(agrees).toBe(true);
  expect(lines.map(({ name }) => name)).toEqual(['input', 'audio_output']);
});
