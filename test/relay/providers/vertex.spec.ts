import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';

/** Every family of models of Vertex AI through the gateway; the provider refuses what Vertex AI refuses. */
const GEMINI = 'gemini-2.5-flash';
const CLAUDE = 'claude-sonnet-4-20250514';
const LLAMA = 'meta/llama3-405b-instruct-maas';
const MISTRAL = 'mistral-small-2503';
const EMBEDDING = 'text-embedding-005';
const IMAGEN = 'imagen-4.0-generate-001';
const MODELS = [GEMINI, CLAUDE, LLAMA, MISTRAL, EMBEDDING, IMAGEN];
const EXPRESS = 'gemini-2.5-flash-lite';
const BROKEN = 'gemini-broken';
const project = (region: string) => `/v1/projects/project-1/locations/${region}`;

let gateway: Gateway;
let upstream: ScriptedUpstream;
let channel: number;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start();
  const general = { type: 41, base_url: upstream.url };
  channel = await gateway.addChannel({
    ...general,
    key: upstream.google.document(),
    other: JSON.stringify({ default: 'us-central1', [CLAUDE]: 'europe-west1' }),
    models: MODELS.join(','),
  });
  await gateway.addChannel({ ...general, key: 'AQ.express', other: 'global', models: EXPRESS });
  await gateway.addChannel({
    ...general,
    key: upstream.google.document({ client_email: 'another@project-1.iam.gserviceaccount.com' }),
    other: 'global',
    models: BROKEN,
  });
  key = await gateway.addToken();
  await gateway.option('RetryTimes', '0');
  await gateway.sell(Object.fromEntries([...MODELS, EXPRESS, BROKEN].map((model) => [model, 1])));
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

beforeEach(() => upstream.clear());

const ask = (model: string, fields: object = {}) =>
  gateway.relay('/v1/chat/completions', key, {
    model,
    messages: [{ role: 'user', content: 'q' }],
    ...fields,
  });
const exchanges = () => upstream.requests.filter(({ path }) => path === '/token').length;

test('concurrent requests share one exchange of the key', async () => {
  const before = upstream.google.exchanges;
  const answers = await Promise.all([GEMINI, CLAUDE, LLAMA, MISTRAL].map((model) => ask(model)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(exchanges()).toBe(1);
  expect(upstream.google.exchanges).toBe(before + 1);
});

test.each([
  [
    GEMINI,
    `${project('us-central1')}/publishers/google/models/${GEMINI}`,
    'generateContent',
    'streamGenerateContent?alt=sse',
  ],
  [
    CLAUDE,
    `${project('europe-west1')}/publishers/anthropic/models/claude-sonnet-4@20250514`,
    'rawPredict',
    'streamRawPredict',
  ],
  [
    MISTRAL,
    `${project('us-central1')}/publishers/mistralai/models/${MISTRAL}`,
    'rawPredict',
    'streamRawPredict',
  ],
])('%s answers, whole and streamed', async (model, path, action, streamed) => {
  const whole = await ask(model);
  expect(await whole.json()).toMatchObject({
    choices: [{ message: { content: 'Hello from the scripted upstream.' } }],
    usage: { prompt_tokens: 12, completion_tokens: 7 },
  });
  expect(upstream.last.path).toBe(`${path}:${action}`);
  const stream = await ask(model, { stream: true });
  const text = await stream.text();
  expect(text).toContain('"content":" upstream."');
  expect(text).toContain('[DONE]');
  expect(upstream.last.path).toBe(`${path}:${streamed}`);
});

test('a model of a publisher answers through the endpoint that is compatible with OpenAI', async () => {
  const stream = await ask(LLAMA, { stream: true });
  expect(await stream.text()).toContain('[DONE]');
  expect(upstream.last.path).toBe(`${project('us-central1')}/endpoints/openapi/chat/completions`);
  expect(upstream.last.json).toMatchObject({ model: LLAMA });
});

test.each([GEMINI, CLAUDE, LLAMA, MISTRAL])('%s is given the results of its tools', async (model) => {
  const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
  const response = await ask(model, {
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: '{"b":2}' },
    ],
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
});

test('clients of the makers’ own APIs are served, and tokens are counted', async () => {
  const messages = [{ role: 'user', content: 'q' }];
  const claude = await gateway.relay('/v1/messages', key, { model: CLAUDE, max_tokens: 9, messages });
  expect(await claude.json()).toMatchObject({ type: 'message', usage: { input_tokens: 12 } });
  const counted = await gateway.relay('/v1/messages/count_tokens', key, { model: CLAUDE, messages });
  expect(await counted.json()).toEqual({ input_tokens: 42 });
  expect(upstream.last.path).toBe(
    `${project('europe-west1')}/publishers/anthropic/models/count-tokens:rawPredict`,
  );
  expect(upstream.last.json).toMatchObject({ model: 'claude-sonnet-4@20250514' });

  const contents = [
    { parts: [{ text: 'q' }] },
    { role: 'model', parts: [{ functionCall: { id: 'c', name: 'f', args: {} } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'f', response: {} } }] },
  ];
  const gemini = await gateway.relay(`/v1beta/models/${GEMINI}:generateContent`, key, { contents });
  expect(await gemini.json()).toMatchObject({ candidates: [{ finishReason: 'STOP' }] });
  const total = await gateway.relay(`/v1beta/models/${GEMINI}:countTokens`, key, { contents });
  expect(await total.json()).toMatchObject({ totalTokens: 42 });

  const translated = await gateway.relay('/v1/messages', key, { model: GEMINI, max_tokens: 9, messages });
  expect(await translated.json()).toMatchObject({ type: 'message' });
});

test('embeddings and images go to predict', async () => {
  const vectors = await gateway.relay('/v1/embeddings', key, { model: EMBEDDING, input: ['a', 'b'] });
  expect(await vectors.json()).toMatchObject({
    data: [{ index: 0 }, { index: 1 }],
    usage: { prompt_tokens: 8 },
  });
  expect(upstream.last.path).toBe(`${project('us-central1')}/publishers/google/models/${EMBEDDING}:predict`);
  const images = await gateway.relay('/v1/images/generations', key, { model: IMAGEN, prompt: 'a cat', n: 3 });
  expect(await images.json()).toMatchObject({ data: [{ b64_json: 'aGVsbG8=' }, { b64_json: 'eW91' }] });
});

test('a request for an operation that the model’s publisher does not offer is refused', async () => {
  const vectors = await gateway.relay('/v1/embeddings', key, { model: CLAUDE, input: 'a' });
  expect(vectors.status).toBe(400);
  expect(upstream.requests).toEqual([]);
});

test('a revoked token is replaced within the request', async () => {
  await ask(GEMINI);
  upstream.clear();
  upstream.google.revoke();
  expect((await ask(GEMINI)).status).toBe(200);
  expect(exchanges()).toBe(1);
});

test('an API key calls models of Google without project', async () => {
  const response = await ask(EXPRESS, { stream: true });
  expect(await response.text()).toContain('[DONE]');
  expect(upstream.last.path).toBe(`/v1/publishers/google/models/${EXPRESS}:streamGenerateContent?alt=sse`);
  expect(exchanges()).toBe(0);
});

test('a key that Google rejects is reported without its contents', async () => {
  const response = await ask(BROKEN);
  expect(response.status).toBe(401);
  const text = await response.text();
  expect(text).toContain('no access token');
  expect(text).not.toContain('PRIVATE KEY');
  expect(upstream.requests.map(({ path }) => path)).toEqual(['/token']);
});

test('the channel test sends a small chat', async () => {
  const result = await gateway
    .manage<unknown>('GET', `/api/channel/test/${channel}?model=${CLAUDE}`)
    .catch(String);
  expect(String(result)).not.toContain('status code');
  expect(upstream.last.path).toContain('publishers/anthropic/models/claude-sonnet-4@20250514:rawPredict');
});
