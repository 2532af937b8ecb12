import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { type Scenario, scenarios } from './scenarios.js';
import { ScriptedUpstream } from './scripted-upstream.js';

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
});
beforeEach(() => upstream.clear());
afterAll(() => upstream.close());

const openai = () => new OpenAI({ baseURL: `${upstream.url}/v1`, apiKey: 'k', maxRetries: 0 });
const anthropic = () => new Anthropic({ baseURL: upstream.url, apiKey: 'k', maxRetries: 0 });
const chat = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'hi' }] };
const message = { ...chat, max_tokens: 10 };

/** A raw request, streamed by default; `text` rejects when the connection breaks. */
async function raw(path = '/v1/chat/completions', body: object = { ...chat, stream: true }) {
  const response = await fetch(upstream.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { response, text: () => response.text() };
}

test('speaks OpenAI: text, tools, reasoning and usage arrive in the official client', async () => {
  upstream.next('plain', 'tools');
  const whole = await openai().chat.completions.create(chat);
  expect(whole.choices[0]?.message.content).toBe('Hello from the scripted upstream.');
  expect(whole.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 });
  const stream = openai().chat.completions.stream({ ...chat, stream_options: { include_usage: true } });
  const final = await stream.finalChatCompletion();
  expect(final.choices[0]?.message.tool_calls).toMatchObject([
    { id: 'call_one', function: { name: 'get_weather', arguments: '{"city":"Berlin"}' } },
    { id: 'call_two', function: { name: 'get_time', arguments: '{"zone":"CET"}' } },
  ]);
  expect(final.usage?.total_tokens).toBe(65);
});

test('speaks Anthropic: blocks, cache classes and usage arrive in the official client', async () => {
  upstream.next('cached', 'reasoning');
  const whole = await anthropic().messages.create(message);
  expect(whole.usage).toMatchObject({
    input_tokens: 100,
    cache_read_input_tokens: 2000,
    cache_creation_input_tokens: 500,
    output_tokens: 300,
  });
  const final = await anthropic().messages.stream(message).finalMessage();
  expect(final.content).toMatchObject([
    { type: 'thinking', thinking: 'First I think.' },
    { type: 'text', text: 'Then I speak.' },
  ]);
  expect(final.usage.output_tokens).toBe(35);
});

test('a stream that was not asked for usage has none', async () => {
  expect(await (await raw()).text()).not.toContain('usage');
});

test('the header wins over the queue, the queue over the model, the model over the default', async () => {
  upstream.otherwise = 'server-error';
  upstream.forModel('gpt-4o', 'bad-request');
  upstream.next('bad-key');
  const ask = async (headers: Record<string, string>, model = 'gpt-4o') => {
    const answer = await fetch(`${upstream.url}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...chat, model }),
    });
    await answer.text();
    return answer.status;
  };
  expect(await ask({ 'x-scenario': 'overloaded' })).toBe(503);
  expect(await ask({})).toBe(401);
  expect(await ask({})).toBe(400);
  expect(await ask({}, 'other')).toBe(500);
});

test.each([
  ['rate-limited-retry-after', 429],
  ['html', 200],
  ['in-body-error', 200],
  ['empty-body', 200],
] as const)('%s answers %d', async (name, status) => {
  upstream.next(name);
  const { response, text } = await raw();
  expect(response.status).toBe(status);
  await text();
  if (status === 429) expect(response.headers.get('retry-after')).toBe('7');
});

test.each(['cut-mid-stream', 'cut-before-first-frame'] as const)('%s breaks the connection', async (name) => {
  upstream.next(name);
  const { text } = await raw();
  await expect(text()).rejects.toThrow();
  await upstream.last.over;
  expect(upstream.last.aborted).toBe(false);
});

test('reset breaks the connection before there are headers', async () => {
  upstream.next('reset');
  await expect(raw()).rejects.toThrow();
});

test('a body that is cut or stalls was promised whole', async () => {
  upstream.next('cut-mid-stream');
  const { text } = await raw('/v1/messages', message);
  await expect(text()).rejects.toThrow();
});

test.each([
  ['error-frame-first', /^data: {"error"/],
  ['error-mid-stream', /Hello[^]*data: {"error"/],
  ['malformed-frame', /Hello[^]*"half\n\n$/],
  ['no-end', /finish_reason":"stop"}\]}\n\n$/],
  ['empty-stream', /^$/],
  ['carriage-returns', /\[DONE\]\r\n\r\n$/],
  ['every-byte', /\[DONE\]\n\n$/],
] as const)('%s streams what its name says', async (name, pattern) => {
  upstream.next(name);
  expect(await (await raw()).text()).toMatch(pattern);
});

test.each(['silent', 'stall-mid-stream', 'slow-first-token'] as const)(
  'the end of patience with %s is recorded',
  async (name) => {
    upstream.next(name);
    const response = fetch(`${upstream.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ ...chat, stream: true }),
      signal: AbortSignal.timeout(200),
    }).then((answer) => answer.text());
    await expect(response).rejects.toThrow();
    await upstream.last.over;
    expect(upstream.last.aborted).toBe(true);
    expect(upstream.last.hungUpAt! - upstream.last.arrivedAt).toBeLessThan(1000);
  },
);

test('what was received is recorded and can be echoed', async () => {
  upstream.next('echo');
  const answer = await openai().chat.completions.create(chat);
  expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toMatchObject({
    path: '/v1/chat/completions',
  });
  expect(upstream.last.headers.authorization).toBe('Bearer k');
  expect(upstream.last.json).toMatchObject(chat);
});

test('every scenario that ends can be asked for in both dialects', async () => {
  const endless = ['silent', 'reset', 'slow-headers', 'slow-first-token', 'paced'];
  const ends = ([name, scenario]: [string, Scenario]) =>
    scenario.ending !== 'stall' && !endless.includes(name);
  for (const [name] of Object.entries<Scenario>(scenarios).filter(ends))
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      upstream.forModel('gpt-4o', scenarios[name as keyof typeof scenarios]);
      const { text } = await raw(path);
      await text().catch(() => expect(name).toMatch(/^cut-/));
    }
});
