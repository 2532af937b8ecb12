import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScriptedUpstream, type Script } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { OwnTime } from '../../setup/until.js';

/** The head of a stream, and pings, before its first content, where the operator asked for them. */
const SLOW = 'gpt-4o';
const FAILING = 'gpt-4o-mini';
const FAILOVER = 'gpt-4.1';
const SILENCE_MS = 2600;
const answer = { text: ['Hello'], usage: { input: 12, output: 7 } };
const failing: Script = { headersAfterMs: SILENCE_MS, refuse: { status: 500, message: 'no' } };
const slow: Script = { headersAfterMs: SILENCE_MS, answer };
let gateway: Gateway;
let first: ScriptedUpstream;
let second: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  [first, second] = await Promise.all([ScriptedUpstream.start(), ScriptedUpstream.start()]);
  first.forModel(SLOW, slow);
  for (const upstream of [first, second]) upstream.forModel(FAILING, failing);
  first.forModel(FAILOVER, failing);
  second.forModel(FAILOVER, { answer });
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: first.url, models: `${SLOW},${FAILING},${FAILOVER}`, priority: 2 });
  await gateway.addChannel({ base_url: second.url, models: `${FAILING},${FAILOVER}`, priority: 1 });
  await gateway.option('RetryTimes', '1');
  await gateway.option('general_setting.ping_interval_seconds', '1');
  await gateway.option('general_setting.ping_before_content_seconds', '1');
  await gateway.settledEvents();
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await Promise.all([first?.close(), second?.close()]);
});

const chat = (model: string) => ({ model, stream: true, messages: [{ role: 'user', content: 'hello' }] });
const CLIENTS = [
  ['a chat', '/v1/chat/completions', chat, /^: PING\n\n/, '[DONE]'],
  [
    'a message',
    '/v1/messages',
    (model: string) => ({ ...chat(model), max_tokens: 9 }),
    /^event: ping\n/,
    'message_stop',
  ],
  [
    'a response',
    '/v1/responses',
    (model: string) => ({ model, stream: true, input: 'hello' }),
    /^: PING\n\n/,
    'response.completed',
  ],
] as const;

async function stream(path: string, body: object): Promise<{ text: string; headAfterMs: number }> {
  const time = new OwnTime();
  const response = await gateway.relay(path, key, body);
  const headAfterMs = time.stop();
  expect(response.status).toBe(200);
  return { text: await response.text(), headAfterMs };
}

test.each(CLIENTS)(
  '%s gets its head and pings while it waits, and then the whole answer',
  async (...client) => {
    const [, path, body, ping, end] = client;
    const { text, headAfterMs } = await stream(path, body(SLOW));
    expect(headAfterMs).toBeLessThan(SILENCE_MS - 500);
    expect(text).toMatch(ping);
    expect(text).toContain('Hello');
    expect(text).toContain(end);
    // Pings between the words are another option.
    expect(text.slice(text.indexOf('Hello'))).not.toMatch(/PING|event: ping/);
  },
);

test('another channel still answers from the start, and is charged alone', async () => {
  await gateway.quiet();
  await gateway.sql('DELETE FROM logs');
  const { text } = await stream('/v1/chat/completions', chat(FAILOVER));
  expect(text).toMatch(/^: PING\n\n/);
  expect(text).toContain('Hello');
  expect(text).toContain('[DONE]');
  expect(text).not.toContain('error');
  const rows = (await gateway.logs()).filter(({ type }) => type === 2);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 });
});

test.each(CLIENTS)(
  '%s gets the error as an event if every channel fails, and pays nothing',
  async (...client) => {
    const [, path, body, ping, end] = client;
    await gateway.quiet();
    await gateway.sql('DELETE FROM logs');
    const { text } = await stream(path, body(FAILING));
    expect(text).toMatch(ping);
    expect(text).toContain('error');
    expect(text).not.toContain(end);
    await gateway.quiet();
    expect((await gateway.logs()).filter(({ quota }) => quota > 0)).toEqual([]);
  },
);

test('a client that leaves while it waits costs nothing, and its upstream is cancelled', async () => {
  await gateway.quiet();
  await gateway.sql('DELETE FROM logs');
  const sent = request(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  sent.on('error', () => undefined);
  sent.end(JSON.stringify(chat(SLOW)));
  await once(sent, 'response');
  sent.destroy();
  await sleep(200);
  await gateway.quiet();
  expect(first.requests.at(-1)!.aborted).toBe(true);
  expect((await gateway.logs()).filter(({ quota }) => quota > 0)).toEqual([]);
});

test('whole answers and arrays are not begun early', async () => {
  const whole = await gateway.relay('/v1/chat/completions', key, { ...chat(FAILING), stream: false });
  expect(whole.status).toBe(500);
  const google = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] };
  const array = await gateway.relay(`/v1beta/models/${SLOW}:streamGenerateContent`, key, google);
  expect(JSON.parse(await array.text())).toBeInstanceOf(Array);
});

test('no client gets any where the operator has not set the option', async () => {
  await gateway.option('general_setting.ping_before_content_seconds', '0');
  await gateway.settledEvents();
  const response = await gateway.relay('/v1/chat/completions', key, chat(FAILING));
  expect(response.status).toBe(500);
});
