import type { ReceiptResponse } from '../../../server/contract/resources/logs/receipt.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Speech and transcriptions of providers with formats of their own, for OpenAI's clients. */
const START = 10_000_000;
const MODELS = {
  eleven_v3: 2,
  scribe_v2: 1,
  'aura-2': 2,
  'nova-3': 1,
  'universal-2': 1,
  'azure-tts': 2,
  'azure-stt': 1,
  'grok-tts': 2,
  'voxtral-mini-tts-2603': 2,
  'qwen3-tts-flash': 2,
  'qwen3-asr-flash': 1,
};

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('ModelRatio', JSON.stringify(MODELS));
  await gateway.addChannel({ type: 1120, base_url: upstream.url, models: 'eleven_v3,scribe_v2' });
  await gateway.addChannel({ type: 1122, base_url: upstream.url, models: 'universal-2' });
  await gateway.addChannel({ type: 1123, base_url: upstream.url, models: 'azure-tts,azure-stt' });
  await gateway.addChannel({ type: 48, base_url: upstream.url, models: 'grok-tts' });
  await gateway.addChannel({ type: 42, base_url: upstream.url, models: 'voxtral-mini-tts-2603' });
  await gateway.addChannel({ type: 17, base_url: upstream.url, models: 'qwen3-tts-flash,qwen3-asr-flash' });
  await gateway.addChannel({ type: 1121, base_url: upstream.url, models: 'aura-2,nova-3' });
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

/** Quota of the only request; the balance lost as much. */
async function charged(): Promise<number> {
  const [row, ...more] = await gateway.logs();
  expect(more).toEqual([]);
  expect(await gateway.quota()).toBe(START - row!.quota);
  return row!.quota;
}

function audioForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(80_000)], { type: 'audio/mpeg' }), 'a.mp3');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const speak = (model: string, fields: object = {}) =>
  gateway.relay('/v1/audio/speech', key, { model, input: 'Hello there.', voice: 'alloy', ...fields });

test.each([
  ['eleven_v3', 'mp3', 'audio/mpeg', 24],
  ['eleven_v3', 'wav', 'audio/wav', 24],
  ['aura-2', 'opus', 'audio/ogg', 24],
  ['aura-2', 'pcm', 'audio/pcm', 24],
  ['grok-tts', 'mp3', 'audio/mpeg', 24],
  // The element for the speed is billed, too.
  ['azure-tts', 'wav', 'audio/wav', 86],
])('%s speaks %s, charged by characters', async (model, format, contentType, quota) => {
  const response = await speak(model, { response_format: format, speed: 1.1 });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(contentType);
  expect([...new Uint8Array(await response.arrayBuffer())].slice(4)).toEqual([1, 2, 3]);
  expect(await charged()).toBe(quota);
});

test.each(['eleven_v3', 'aura-2', 'azure-tts', 'grok-tts'])('%s speaks in events', async (model) => {
  const response = await speak(model, { stream_format: 'sse' });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const events = (await response.text())
    .trim()
    .split('\n\n')
    .map((event) => JSON.parse(event.replace('data: ', '')) as { type: string; audio?: string });
  const audio = Buffer.concat(events.map((event) => Buffer.from(event.audio ?? '', 'base64')));
  expect([...audio.subarray(4)]).toEqual([1, 2, 3]);
  expect(events.at(-1)).toEqual({
    type: 'speech.audio.done',
    usage: { input_tokens: 12, output_tokens: 0, total_tokens: 12 },
  });
  expect(await charged()).toBe(24);
});

test.each([
  ['eleven_v3', {}],
  ['aura-2', { stream_format: 'sse' }],
  ['eleven_v3', { stream_format: 'sse' }],
  ['azure-tts', { stream_format: 'sse' }],
])('audio of %s %j that is cut is charged by characters', async (model, fields) => {
  upstream.next({ ending: 'cut' });
  const response = await speak(model, fields);
  await response.arrayBuffer().catch(() => undefined);
  expect(await charged()).toBe(24);
});

test.each(['eleven_v3', 'aura-2', 'azure-tts', 'grok-tts'])(
  'what %s cannot do is refused and costs nothing',
  async (model) => {
    const response = await speak(model, { speed: 4 });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('speed 4');
    expect(upstream.requests).toEqual([]);
    expect(await gateway.quota()).toBe(START);
  },
);

test.each([
  ['voxtral-mini-tts-2603', 'opus', 'audio/ogg', [0xff, 0xfb, 0x90, 0x64, 1, 2, 3]],
  ['qwen3-tts-flash', 'pcm', 'audio/pcm', [1, 2, 3, 4]],
])('%s speaks %s, extracted from the response', async (model, format, contentType, bytes) => {
  const response = await speak(model, { response_format: format });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(contentType);
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual(bytes);
  // Both have 12 characters: those of the text, and those that the provider reports.
  expect(await charged()).toBe(24);
});

test('speech that was made is not made again when its file cannot be fetched', async () => {
  upstream.next('plain', { refuse: { status: 404, message: 'gone' } });
  const response = await speak('qwen3-tts-flash', { response_format: 'wav' });
  expect(response.status).toBe(502);
  expect(upstream.requests.filter(({ path }) => path.endsWith('/generation'))).toHaveLength(1);
  expect(await gateway.quota()).toBe(START);
});

test.each(['voxtral-mini-tts-2603', 'qwen3-tts-flash'])('what %s refuses costs nothing', async (model) => {
  const response = await speak(model, { response_format: 'wav', voice: 'Nobody at all' });
  expect(response.status).toBe(400);
  expect(await gateway.quota()).toBe(START);
});

test.each([
  // The prompt is sent as key terms, which cost extra here: 5 / 22 and 13 / 52 of the price.
  ['scribe_v2', 'With a soft voice. Hello world!', 1841],
  ['nova-3', "Yeah. As much as, it's worth celebrating.", 541],
  ['azure-stt', 'Good afternoon. This is Sam. Hi there.', 3050],
  ['universal-2', 'Smoke from hundreds. Wildfires in Canada.', 4683],
  // 12 seconds.
  ['qwen3-asr-flash', 'hello you', 200],
])('%s transcribes, charged by the reported duration', async (model, text, quota) => {
  const form = audioForm({
    model,
    language: 'en',
    prompt: 'Tollgate, Müller',
    response_format: 'verbose_json',
  });
  const response = await gateway.relay('/v1/audio/transcriptions', key, form);
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ text, language: 'english' }),
  ]);
  expect(await charged()).toBe(quota);
});

test.each(['scribe_v2', 'nova-3', 'universal-2', 'azure-stt'])('subtitles of %s', async (model) => {
  const form = audioForm({ model, response_format: 'vtt' });
  const response = await gateway.relay('/v1/audio/transcriptions', key, form);
  expect(response.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
  expect(await response.text()).toMatch(/^WEBVTT\n\n00:00:0/);
});

test.each(['scribe_v2', 'nova-3', 'universal-2', 'azure-stt', 'qwen3-asr-flash'])(
  'errors of %s',
  async (model) => {
    upstream.next({ refuse: { status: 400, message: 'corrupt audio' } });
    const response = await gateway.relay('/v1/audio/transcriptions', key, audioForm({ model }));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('corrupt audio');
    expect(await gateway.quota()).toBe(START);
  },
);

test.each([
  ['nova-3', { diarize: 'true', prompt: 'Tollgate' }, ['speakers', 'keyterms'], 433 * (1 + (20 + 13) / 52)],
  ['universal-2', { diarize: 'true' }, ['speakers'], 4683 * (1 + 2 / 15)],
  ['scribe_v2', { diarize: 'true', prompt: 'Tollgate' }, ['keyterms'], 1500 * (1 + 5 / 22)],
])('paid options of %s are held, charged and on the receipt', async (model, fields, names, quota) => {
  const form = audioForm({ model, ...fields });
  const response = await gateway.relay('/v1/audio/transcriptions', key, form);
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  const [row] = await gateway.logs();
  const plain = await gateway.relay('/v1/audio/transcriptions', key, audioForm({ model }));
  await plain.arrayBuffer();
  const rows = await gateway.logs();
  const without = rows.find(({ quota: charge }) => charge !== row!.quota)!;
  // The length of the audio is estimated before the call.
  expect(Number(row!.other.held) / Number(without.other.held)).toBeCloseTo(row!.quota / without.quota, 1);
  expect(row!.quota).toBe(Math.round(quota));
  const [{ id }] = (await gateway.sql('SELECT min(id)::int AS id FROM logs WHERE type = 2')) as [
    { id: number },
  ];
  const receipt = await gateway.manage<ReceiptResponse>('GET', `/api/log/${id}/receipt`);
  expect(receipt.agrees).toBe(true);
  expect(receipt.lines.map(({ name }) => name)).toEqual(['input', ...names]);
});

test('a paid option without a price is refused and costs nothing', async () => {
  const form = audioForm({ model: 'nova-3', summarize: 'v2' });
  const response = await gateway.relay('/v1/audio/transcriptions', key, form);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: 'unsupported_parameter', message: expect.stringContaining('summarize') },
  });
  expect(upstream.requests).toEqual([]);
  expect(await gateway.quota()).toBe(START);
});
