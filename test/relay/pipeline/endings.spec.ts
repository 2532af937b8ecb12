import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ScriptedUpstream, type Script } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { OwnTime } from '../../setup/until.js';

const START = 10_000_000;
const MODEL = 'gpt-4o';
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  // Time for whole events that are sent byte by byte.
  gateway = await Gateway.start({ STREAMING_TIMEOUT: '3', FIRST_TOKEN_TIMEOUT: '2', RELAY_TIMEOUT: '5' });
  await gateway.addChannel({ base_url: upstream.url, models: MODEL, priority: 10 });
  await gateway.addChannel({ base_url: upstream.url, models: MODEL, priority: 5 });
  await gateway.addChannel({ type: 14, base_url: upstream.url, models: 'claude-3-7-sonnet-20250219' });
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(async () => {
  upstream.clear();
  await gateway.option('RetryTimes', '0');
  await gateway.setQuota(START);
  await gateway.sql('DELETE FROM logs WHERE type = 2');
});

const chat = (stream: boolean, model = MODEL) => ({
  model,
  stream,
  messages: [{ role: 'user', content: 'hello there' }],
});
const ask = (stream: boolean, model?: string) =>
  gateway.relay('/v1/chat/completions', key, chat(stream, model));
const asClaude = (model: string) =>
  gateway.relay('/v1/messages', key, {
    model,
    stream: true,
    max_tokens: 50,
    messages: [{ role: 'user', content: 'hi' }],
  });

describe('before the first byte, another channel is asked', () => {
  const invisible: Script[] = [
    'reset',
    'server-error',
    'overloaded',
    'rate-limited',
    'bad-key',
    'html',
    'html-error',
    'in-body-error',
    'cut-json',
    'empty-body',
    'silent',
  ];
  test.each(invisible.map((script) => [script]))('whole answer: %s', async (script) => {
    await gateway.option('RetryTimes', '1');
    upstream.next(script, 'plain');
    const response = await ask(false);
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveProperty('choices');
    expect(upstream.requests).toHaveLength(2);
    const [row] = await gateway.logs();
    expect((row!.other.admin_info as { use_channel: string[] }).use_channel).toHaveLength(2);
    expect(await gateway.quota()).toBe(START - row!.quota);
  });

  const streamed: Script[] = [
    'reset',
    'server-error',
    'error-frame-first',
    'cut-before-first-frame',
    'empty-stream',
    'malformed-first',
    'html',
    'silent',
    'slow-first-token',
  ];
  test.each(streamed.map((script) => [script]))('stream: %s', async (script) => {
    await gateway.option('RetryTimes', '1');
    upstream.next(script, 'plain');
    const response = await ask(true);
    const text = await response.text();
    expect(text).toContain('[DONE]');
    expect(text).not.toContain('"error"');
    expect(upstream.requests).toHaveLength(2);
    const logs = await gateway.logs();
    expect(logs).toHaveLength(1);
    expect(await gateway.quota()).toBe(START - logs[0]!.quota);
  });
});

describe('after the first byte, where nobody is to finish it: one error event and no end that looks complete', () => {
  const broken: [Script, string][] = [
    ['cut-mid-stream', 'eof'],
    ['stall-mid-stream', 'timeout'],
    ['error-mid-stream', 'upstream_error'],
  ];
  test.each(broken)('OpenAI client, same protocol: %s', async (script, reason) => {
    await gateway.option('RetryTimes', '0');
    upstream.next(script);
    const text = await (await ask(true)).text();
    expect(text).not.toContain('[DONE]');
    expect(text.match(/"error":/g)).toHaveLength(1);
    expect(upstream.requests).toHaveLength(1);
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({
      usage_source: 'estimated',
      stream_status: { status: 'error', end_reason: reason },
    });
    expect(row!.quota).toBeGreaterThan(0);
    expect(await gateway.quota()).toBe(START - row!.quota);
  });

  test.each(broken)('Anthropic client, translated: %s', async (script, reason) => {
    upstream.next(script);
    const text = await (await asClaude(MODEL)).text();
    expect(text).not.toContain('message_stop');
    expect(text.match(/event: error/g)).toHaveLength(1);
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({ stream_status: { status: 'error', end_reason: reason } });
    expect(await gateway.quota()).toBe(START - row!.quota);
  });
});

describe('small imperfections are forgiven', () => {
  const forgiven: Script[] = [
    'no-end',
    'odd-bytes',
    'every-byte',
    'carriage-returns',
    'no-usage',
    'half-event',
    'left-open',
    'left-open-without-end',
    { noEnd: true, ending: 'cut' },
  ];
  test.each(forgiven.map((script) => [script]))('%j', async (script) => {
    upstream.next(script);
    const text = await (await ask(true)).text();
    expect(text.match(/data: \[DONE\]/g)).toHaveLength(1);
    for (const event of text.matchAll(/^data: (\{.*)$/gm)) expect(() => JSON.parse(event[1]!)).not.toThrow();
    expect(text).not.toContain('"error"');
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({ stream_status: { status: 'ok', end_reason: 'done' } });
    expect(row!.completion_tokens).toBeGreaterThan(0);
  });

  test.each([MODEL, 'claude-3-7-sonnet-20250219'])(
    'an answer of %s that came to its end is whole at once, though the provider keeps the connection',
    async (model) => {
      upstream.next('left-open');
      const time = new OwnTime();
      expect(await (await asClaude(model)).text()).toContain('message_stop');
      // Well before the idle limit of a second would end it.
      expect(time.stop()).toBeLessThan(900);
    },
  );

  test('a provider that says a finish in every event has not ended with the first of them', async () => {
    const event = (text: string) =>
      `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }] })}\n\n`;
    const relay = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event('one '));
      setTimeout(() => response.write(event('two ')), 50);
      setTimeout(() => response.destroy(), 150);
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const { port } = relay.address() as AddressInfo;
    await gateway.addChannel({
      type: 24,
      base_url: `http://127.0.0.1:${port}`,
      models: 'gemini-2.0-flash',
    });
    const translatedText = await (await ask(true, 'gemini-2.0-flash')).text();
    expect(translatedText).not.toContain('[DONE]');
    const native = '/v1beta/models/gemini-2.0-flash:streamGenerateContent?alt=sse';
    const passed = await gateway.relay(native, key, { contents: [{ parts: [{ text: 'hi' }] }] });
    expect(await passed.text()).toContain('"error"');
    relay.close();
  });

  test('half an event at a clean close is not passed on', async () => {
    upstream.next({ frames: 4, ending: 'malformed-frame' });
    const text = await (await ask(true)).text();
    expect(text).not.toContain('"half');
    expect(text.match(/"error":/g)).toHaveLength(1);
    const [row] = await gateway.logs();
    expect(row!.other).toMatchObject({ stream_status: { status: 'error', end_reason: 'eof' } });
  });

  test('a translated stream that turns unreadable ends with one error event', async () => {
    upstream.next({ frames: 4, ending: 'malformed-frame' });
    const text = await (await asClaude(MODEL)).text();
    expect(text.match(/event: error/g)).toHaveLength(1);
  });
});

test('an empty answer on every channel costs nothing and is logged with quota 0', async () => {
  await gateway.option('RetryTimes', '1');
  upstream.next('empty-stream', 'empty-stream');
  const response = await ask(true);
  expect(response.status).toBe(502);
  await response.text();
  const [row] = await gateway.logs();
  expect(row).toMatchObject({ quota: 0, completion_tokens: 0 });
  expect(row!.content).toContain('（可能是上游超时）');
  expect(await gateway.quota()).toBe(START);
});

test('429 of the last channel says how long to wait, in words that name no provider', async () => {
  upstream.next('rate-limited-retry-after');
  const response = await ask(false);
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('7');
  const { error } = (await response.json()) as { error: { message: string } };
  expect(error.message).toContain('当前分组上游负载已饱和，请稍后再试');
  expect(error.message).not.toContain('scripted');
});

test('a usage frame reaches only clients that asked for it', async () => {
  expect(await (await ask(true)).text()).not.toContain('"prompt_tokens"');
  const withUsage = await gateway.relay('/v1/chat/completions', key, {
    ...chat(true),
    stream_options: { include_usage: true },
  });
  expect(await withUsage.text()).toContain('"prompt_tokens"');
  for (const { json } of upstream.requests)
    expect(json).toMatchObject({ stream_options: { include_usage: true } });
});
