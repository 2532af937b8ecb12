import { embeddings } from '../operations/embeddings.js';
import type { Target } from '../kit/provider.js';
import { targetOf, bodyOf } from '../../../test/dialects/recorded.js';
import { at, base, bearer, native, providerOf, translated } from '../../../test/dialects/provider-calls.js';

test.each<[number, string, Partial<Target>, Record<string, string>]>([
  [17, '/compatible-mode/v1/chat/completions', {}, bearer],
  [17, '/compatible-mode/v1/chat/completions', { other: 'pdf' }, { ...bearer, 'x-dashscope-plugin': 'pdf' }],
  [19, '/v1/chat/completions', {}, bearer],
  [20, '/v1/chat/completions', {}, bearer],
  [22, '/v1/chat/completions', {}, bearer],
  [25, '/v1/chat/completions', {}, bearer],
  [26, '/api/paas/v4/chat/completions', {}, bearer],
  [27, '/chat/completions', {}, bearer],
  [31, '/v1/chat/completions', {}, bearer],
  [35, '/v1/text/chatcompletion_v2', {}, bearer],
  [40, '/v1/chat/completions', {}, bearer],
  [42, '/v1/chat/completions', {}, bearer],
  [43, '/v1/chat/completions', {}, bearer],
  [45, '/api/v3/chat/completions', {}, bearer],
  [45, '/api/v3/bots/chat/completions', { model: 'bot-2024' }, bearer],
  [46, '/v2/chat/completions', {}, bearer],
  [
    46,
    '/v2/chat/completions',
    { key: 'bce-v3/A/B|app-1' },
    { authorization: 'Bearer bce-v3/A/B', appid: 'app-1' },
  ],
  [47, '/v1/chat/completions', {}, bearer],
  [48, '/v1/chat/completions', {}, bearer],
])('a chat of type %d goes to %s %j', (type, path, overrides, headers) => {
  for (const call of [native(type, {}, overrides), translated(type, {}, overrides)]) {
    expect(call.url).toBe(base + path);
    expect(call.headers).toEqual({
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json',
    });
  }
});

test.each([
  [26, 'https://open.bigmodel.cn/api/coding/paas/v4', '/chat/completions'],
  [45, 'https://ark.cn-beijing.volces.com/api/coding/v3', '/chat/completions'],
])('type %d: a base that names its surface, %s, is taken as it is', (type, baseUrl, path) => {
  expect(native(type, {}, { baseUrl }).url).toBe(baseUrl + path);
});

test('a chat goes to Ollama by its OpenAI surface', () => {
  const call = translated(4, {});
  expect(call.url).toBe(`${base}/v1/chat/completions`);
  expect(call.headers).toMatchObject(bearer);
});

describe('Azure', () => {
  const deployment = `${base}/openai/deployments/gpt-3.5-turbo/chat/completions?api-version=`;
  const model = { model: 'gpt-3.5-turbo', requestedModel: 'gpt-3.5-turbo' };
  const settings = { ...targetOf().settings, azureVersion: '2025-01-01' };

  test.each<[string, Partial<Target>, string]>([
    ['the built-in one', {}, '2024-12-01-preview'],
    ['that of the environment', { settings }, '2025-01-01'],
    ['that of the channel', { settings, other: '2024-10-21' }, '2024-10-21'],
    [
      "the client's own",
      { other: '2024-10-21', path: '/v1/chat/completions?api-version=2025-03-01' },
      '2025-03-01',
    ],
  ])('the version is %s', (_which, overrides, version) => {
    const call = native(3, {}, { ...model, ...overrides });
    expect(call.url).toBe(deployment + version);
    expect(call.headers).toMatchObject({ 'api-key': 'sk-key' });
    expect(call.headers).not.toHaveProperty('authorization');
  });

  test('a deployment that the mapping names keeps its dots', () => {
    const { url } = native(3, {}, { model: 'gpt-4.1', requestedModel: 'gpt-4' });
    expect(url).toContain('/deployments/gpt-4.1/chat/completions?');
  });

  test("Cloudflare's gateway names deployments right behind its address", () => {
    const baseUrl = 'https://gateway.ai.cloudflare.com/v1/a/g/azure-openai/r';
    expect(native(3, {}, { ...model, baseUrl }).url).toBe(
      `${baseUrl}/gpt-3.5-turbo/chat/completions?api-version=2024-12-01-preview`,
    );
  });

  test.each([
    ['v1', ''],
    ['preview', '?api-version=preview'],
  ])('other %s chooses the surface without deployments', (other, query) => {
    const call = native(3, {}, { ...model, other });
    expect(call.url).toBe(`${base}/openai/v1/chat/completions${query}`);
    expect(bodyOf(call)).toMatchObject({ model: 'gpt-3.5-turbo' });
  });

  test('responses live on that surface, and name the deployment in the body', () => {
    const target = at(3, { model: 'gpt-4.1', requestedModel: 'gpt-4.1', path: '/v1/responses' });
    const change = { model: 'gpt-4.1', stream: false, includeUsage: false, passThrough: false };
    const codec = providerOf(3).native['openai-responses']!;
    const call = codec.request(Buffer.from('{"model":"x","input":"q"}'), change, target);
    expect(call.url).toBe(`${base}/openai/v1/responses`);
    expect(call.headers).toMatchObject({ 'api-key': 'sk-key' });
    expect(bodyOf(call)).toEqual({ model: 'gpt-4.1', input: 'q' });
    const listing = at(3, { other: 'preview', path: '/v1/responses/resp_1/input_items?limit=2' });
    expect(codec.storedResponse!('resp_1', 'list-input', listing).url).toBe(
      `${base}/openai/v1/responses/resp_1/input_items?api-version=preview&limit=2`,
    );
  });

  test.each([
    ['before 10 May 2025', Date.UTC(2025, 4, 9) / 1000, 'gpt-41'],
    ['from then on', Date.UTC(2025, 4, 10) / 1000, 'gpt-4.1'],
  ])('a channel made %s calls a deployment in all of its APIs', (_when, createdAt, deployment) => {
    const named = { createdAt, model: 'gpt-4.1', requestedModel: 'gpt-4.1' };
    expect(native(3, {}, named).url).toContain(`/deployments/${deployment}/chat/completions?`);
    const body = Buffer.from('{"model":"gpt-4.1","input":"q"}');
    const request = { body, contentType: 'application/json', path: '/v1/embeddings' };
    const vectors = providerOf(3).operations!.embeddings!.request(embeddings.read(request), at(3, named));
    expect(vectors.url).toContain(`/deployments/${deployment}/embeddings?`);
    const change = { model: 'gpt-4.1', stream: false, includeUsage: false, passThrough: false };
    const target = at(3, { ...named, path: '/v1/responses' });
    const response = providerOf(3).native['openai-responses']!.request(body, change, target);
    expect(bodyOf(response)).toMatchObject({ model: deployment });
  });

  test('its models are its deployments that succeeded', () => {
    const { models } = providerOf(3);
    expect(models!.request(at(3), {}).url).toBe(`${base}/openai/deployments?api-version=2023-03-15-preview`);
    const data = [
      { id: 'gpt-4o', model: 'gpt-4o', status: 'succeeded' },
      { id: 'late', model: 'gpt-4o', status: 'creating' },
    ];
    expect(models!.read({ data })).toEqual(['gpt-4o']);
  });
});

test.each([
  [4, '/api/tags', { models: [{ name: 'llama3:8b' }] }, ['llama3:8b']],
  [17, '/compatible-mode/v1/models', { data: [{ id: 'qwen-plus' }] }, ['qwen-plus']],
  [26, '/api/paas/v4/models', { data: [{ id: 'glm-4' }] }, ['glm-4']],
  [43, '/v1/models', { data: [{ id: 'deepseek-chat' }] }, ['deepseek-chat']],
  [45, '/api/v3/models', { data: [{ id: 'doubao' }] }, ['doubao']],
  [46, '/v2/models', { data: [{ id: 'ernie' }] }, ['ernie']],
])('the models of type %d are asked for at %s', (type, path, answer, names) => {
  const { models } = providerOf(type);
  const call = models!.request(at(type), {});
  expect(call).toEqual({ method: 'GET', url: base + path, headers: bearer });
  expect(models!.read(answer)).toEqual(names);
});

test.each([22, 27, 35, 38, 44])('type %d cannot be asked for its models', (type) => {
  expect(providerOf(type).models).toBeUndefined();
});
