import { BEDROCK_KEY } from '../../doubles/bedrock-dialect.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Channels of Bedrock, whose double checks signatures and the documented rules. */
const CLAUDE = 'claude-haiku-4-5';
const NOVA = 'amazon.nova-lite-v1:0';
const TITAN = 'amazon.titan-embed-text-v2:0';

let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '0');
  await gateway.option('ModelRatio', JSON.stringify({ [CLAUDE]: 1, [NOVA]: 1, [TITAN]: 1 }));
  await gateway.addChannel({
    type: 33,
    key: BEDROCK_KEY,
    base_url: upstream.url,
    models: [CLAUDE, NOVA, TITAN].join(','),
  });
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});
beforeEach(() => upstream.clear());

const question = (model: string, stream = false) => ({
  model,
  stream,
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hello' }],
});
const messages = (model: string, stream = false) =>
  gateway.relay('/v1/messages', key, question(model, stream));
const chat = (model: string, stream = false) =>
  gateway.relay('/v1/chat/completions', key, question(model, stream));

test('Claude clients get the events of Claude, without the metrics of Bedrock', async () => {
  const answer = await messages(CLAUDE, true);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(text).toContain('event: content_block_delta\ndata: {"type":"content_block_delta","index":0,');
  expect(text.endsWith('event: message_stop\ndata: {"type":"message_stop"}\n\n')).toBe(true);
  expect(text).not.toContain('amazon-bedrock');
  expect(upstream.last.path).toBe(
    `/model/${encodeURIComponent('us.anthropic.claude-haiku-4-5-20251001-v1:0')}/invoke-with-response-stream`,
  );
});

test.each([CLAUDE, NOVA])('streams of %s survive every way of cutting them', async (model) => {
  for (const scenario of ['odd-bytes', 'every-byte'] as const) {
    upstream.next(scenario);
    const text = await (await chat(model, true)).text();
    const pieces = ['Hello', ' from', ' the', ' scripted', ' upstream.'];
    for (const piece of pieces) expect(text).toContain(`"content":${JSON.stringify(piece)}`);
    expect(text).toContain('"finish_reason":"stop"');
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  }
});

test.each([CLAUDE, NOVA])('an exception in a stream of %s ends it with an error', async (model) => {
  upstream.next('error-mid-stream');
  const openai = await (await chat(model, true)).text();
  expect(openai).toContain('"error"');
  expect(openai).not.toContain('"finish_reason":"stop"');
  upstream.next('error-mid-stream');
  const anthropic = await (await messages(model, true)).text();
  expect(anthropic).toContain('event: error\n');
  expect(anthropic).not.toContain('event: message_stop');
});

test.each([
  [CLAUDE, 'malformed-frame'],
  [NOVA, 'malformed-frame'],
  [CLAUDE, 'cut-mid-stream'],
  [NOVA, 'cut-mid-stream'],
] as const)('a stream of %s that is damaged (%s) does not look complete', async (model, scenario) => {
  upstream.next(scenario);
  const text = await (await chat(model, true)).text();
  expect(text).not.toContain('"finish_reason":"stop"');
});

test.each([CLAUDE, NOVA])('a first exception of %s is an error response', async (model) => {
  upstream.next('error-frame-first');
  const answer = await messages(model, true);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await answer.json()).toMatchObject({ type: 'error' });
});

test('Claude clients get answers of other models, with tools', async () => {
  upstream.next('tools');
  const answer = await gateway.relay('/v1/messages', key, {
    ...question(NOVA),
    tools: [
      { name: 'get_weather', description: 'Weather', input_schema: { type: 'object', properties: {} } },
    ],
    tool_choice: { type: 'any' },
  });
  expect(await answer.json()).toMatchObject({
    stop_reason: 'tool_use',
    content: [
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 'call_one', name: 'get_weather', input: { city: 'Berlin' } },
      { type: 'tool_use', id: 'call_two', name: 'get_time', input: { zone: 'CET' } },
    ],
    usage: { input_tokens: 40, output_tokens: 25 },
  });
  expect(upstream.last.json).toMatchObject({ toolConfig: { toolChoice: { any: {} } } });
});

test('the provider counts the tokens of Claude, the gateway those of other models', async () => {
  const counted = async (model: string) =>
    (await gateway.relay('/v1/messages/count_tokens', key, question(model))).json();
  expect(await counted(CLAUDE)).toEqual({ input_tokens: 42 });
  expect(upstream.last.path).toContain('/model/anthropic.claude-haiku-4-5');
  upstream.clear();
  expect(await counted(NOVA)).not.toEqual({ input_tokens: 42 });
  expect(upstream.requests).toEqual([]);
});

test('embeddings of Titan', async () => {
  const answer = await gateway.relay('/v1/embeddings', key, { model: TITAN, input: 'hi' });
  expect(await answer.json()).toEqual({
    object: 'list',
    model: TITAN,
    data: [{ object: 'embedding', index: 0, embedding: [0.5, -0.25] }],
    usage: { prompt_tokens: 3, total_tokens: 3 },
  });
});

test('errors of the API', async () => {
  upstream.next('rate-limited-retry-after');
  const limited = await chat(NOVA);
  expect(limited.status).toBe(429);
  upstream.next('bad-request');
  const rejected = await chat(NOVA);
  expect([rejected.status, await rejected.text()]).toEqual([
    400,
    expect.stringContaining('scripted bad request'),
  ]);
});

test('the models of the account and the test of a channel', async () => {
  const id = await gateway.addChannel({
    type: 33,
    key: BEDROCK_KEY,
    base_url: upstream.url,
    models: [CLAUDE, NOVA, TITAN].join(','),
  });
  expect(await gateway.manage('GET', `/api/channel/fetch_models/${id}`)).toEqual([
    'amazon.nova-lite-v1:0',
    'us.anthropic.claude-opus-5-5',
  ]);
  for (const model of [CLAUDE, NOVA, TITAN])
    await gateway.manage('GET', `/api/channel/test/${id}?model=${encodeURIComponent(model)}`);
  expect(upstream.requests.map(({ path }) => path.split('/').at(-1)).slice(-3)).toEqual([
    'invoke',
    'converse',
    'invoke',
  ]);
});

test('a key with a region that does not exist fails before anything is sent', async () => {
  const fields = { type: 33, key: 'AKID|secret|nowhere', base_url: upstream.url };
  await expect(gateway.manage('POST', '/api/channel/fetch_models', fields)).rejects.toThrow(
    'invalid aws secret key',
  );
  const id = await gateway.addChannel({ ...fields, models: NOVA });
  await expect(gateway.manage('GET', `/api/channel/test/${id}`)).rejects.toThrow('invalid aws secret key');
  expect(upstream.requests).toEqual([]);
});

test('a key of another form is refused when it is stored', async () => {
  await expect(
    gateway.addChannel({ type: 33, key: 'sk-plain', base_url: upstream.url, models: NOVA }),
  ).rejects.toThrow('Region');
});
