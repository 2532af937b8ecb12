import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Translations by DeepL for clients of chats: usage is in characters, of which those of the source are charged. */
const START = 10_000_000;

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('ModelRatio', JSON.stringify({ 'deepl-de': 2 }));
  await gateway.addChannel({ type: 1124, base_url: upstream.url, models: 'deepl-de' });
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

const translate = (fields: object = {}) =>
  gateway.relay('/v1/chat/completions', key, {
    model: 'deepl-de',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello, world' },
    ],
    ...fields,
  });

test('a translation', async () => {
  const response = await translate();
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    choices: [
      { message: { role: 'assistant', content: 'Hello from the scripted upstream.' }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 12, completion_tokens: 33 },
  });
  expect(upstream.last.json).toEqual({
    text: ['Hello, world'],
    target_lang: 'DE',
    show_billed_characters: true,
  });
  const [row] = await gateway.logs();
  expect(row).toMatchObject({ quota: 24, prompt_tokens: 12, completion_tokens: 33 });
  expect(await gateway.quota()).toBe(START - 24);
});

test('a translation as a stream', async () => {
  const response = await translate({ stream: true });
  const text = await response.text();
  expect(text).toContain('Hello from the scripted upstream.');
  expect(text).toMatch(/data: \[DONE\]\n\n$/);
  expect(await gateway.quota()).toBe(START - 24);
});

test('a request to an account without characters costs nothing', async () => {
  upstream.next({ refuse: { status: 456, message: 'Quota Exceeded' } });
  const response = await translate();
  expect(response.status).toBe(429);
  expect(await gateway.quota()).toBe(START);
});

test('what cannot be translated is refused', async () => {
  const response = await translate({ tools: [{ type: 'function', function: { name: 'f' } }] });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('tools');
  expect(upstream.requests).toEqual([]);
});
