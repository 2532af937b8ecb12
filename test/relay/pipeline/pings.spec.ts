import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Keep-alive pings in silent streams. */
const MODEL = 'gpt-4o';
const PAUSED = 'gpt-4o-mini';
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  upstream.forModel(PAUSED, {
    betweenFramesMs: 1400,
    answer: { text: ['Hello'], usage: { input: 12, output: 7 } },
  });
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: upstream.url, models: `${MODEL},${PAUSED}` });
  await gateway.option('general_setting.ping_interval_seconds', '1');
  await gateway.option('general_setting.ping_interval_enabled', 'true');
  await gateway.settledEvents();
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

const chat = { stream: true, messages: [{ role: 'user', content: 'hello' }] };
const google = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] };
const CLIENTS: [string, string, object, RegExp][] = [
  ['a chat', '/v1/chat/completions', { ...chat, model: PAUSED }, /^: PING\n\n/m],
  [
    'a message',
    '/v1/messages',
    { ...chat, model: PAUSED, max_tokens: 9 },
    /^event: ping\ndata: \{"type":"ping"\}\n\n/m,
  ],
  ['a response', '/v1/responses', { model: PAUSED, stream: true, input: 'hello' }, /^: PING\n\n/m],
  ['Google’s events', `/v1beta/models/${PAUSED}:streamGenerateContent?alt=sse`, google, /^: PING\n\n/m],
];

async function stream(path: string, body: object): Promise<string> {
  const response = await gateway.relay(path, key, body);
  expect(response.status).toBe(200);
  return response.text();
}

describe('with pauses between the words', () => {
  const texts = new Map<string, string>();

  // All at once: what takes time is waiting.
  beforeAll(async () => {
    await Promise.all(CLIENTS.map(async ([name, path, body]) => texts.set(name, await stream(path, body))));
  });

  test.each(CLIENTS)(
    '%s gets pings, none before the first word and none behind the end',
    (name, _path, _body, ping) => {
      const [before, ...after] = texts.get(name)!.split(ping);
      expect(after.length).toBeGreaterThan(0);
      expect(before).toContain('Hello');
      expect(after.at(-1)).toMatch(/\[DONE\]|message_stop|response\.completed|finishReason/);
    },
  );
});

test('an array of events gets none: it would be none with them', async () => {
  const text = await stream(`/v1beta/models/${PAUSED}:streamGenerateContent`, google);
  expect(text).not.toContain('PING');
  expect(JSON.parse(text)).toBeInstanceOf(Array);
});

test('a stream without pauses gets none, and pings cost nothing', async () => {
  await gateway.quiet();
  await gateway.sql('DELETE FROM logs WHERE type = 2');
  expect(await stream('/v1/chat/completions', { ...chat, model: MODEL })).not.toContain('PING');
  upstream.forModel(MODEL, {
    betweenFramesMs: 1400,
    answer: { text: ['Hello from the scripted upstream.'] },
  });
  expect(await stream('/v1/chat/completions', { ...chat, model: MODEL })).toContain(': PING');
  const quotas = (await gateway.logs()).map(({ quota }) => quota);
  expect(quotas).toHaveLength(2);
  expect(quotas[1]).toBe(quotas[0]);
});

test('nobody gets any where the operator has not asked for them', async () => {
  await gateway.option('general_setting.ping_interval_enabled', 'false');
  await gateway.settledEvents();
  expect(await stream('/v1/chat/completions', { ...chat, model: PAUSED })).not.toContain('PING');
});
