import { at, base, bearer, native, providerOf, written } from '../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../test/dialects/recorded.js';
import { definitionOf, definitions } from '../providers/registry.js';
import type { Target } from '../kit/provider.js';

const apiKey = { 'api-key': 'sk-key' };
const github = { ...bearer, 'x-github-api-version': '2022-11-28' };

test.each<[type: number, path: string, given: Partial<Target>]>([
  // Base URLs of OpenAI's SDK, which operators copy from the documentation.
  [1001, '/chat/completions', { baseUrl: 'https://api.together.ai/v1' }],
  [1002, '/chat/completions', { baseUrl: 'https://us.api.fireworks.ai/inference/v1' }],
  [1005, '/chat/completions', { baseUrl: 'https://api.deepinfra.com/v1/openai' }],
  [1006, '/chat/completions', { baseUrl: 'https://api.novita.ai/openai/v1' }],
  [1015, '/chat/completions', { baseUrl: 'https://a.snowflakecomputing.com/api/v2/cortex/v1' }],
  [1021, '/chat/completions', { baseUrl: 'http://10.0.0.1:8000/v1' }],
  [1013, '/mlflow/v1/chat/completions', { baseUrl: 'https://1.ai-gateway.cloud.databricks.com' }],
  [1017, '/v1/chat/completions', { baseUrl: 'https://api.stepfun.com/step_plan' }],
  [1018, '/chat/completions', { baseUrl: 'https://api.z.ai/api/coding/paas/v4' }],
  [1019, '/chat/completions', { baseUrl: 'https://api.lkeap.cloud.tencent.com/coding/v3' }],
  [1019, '/v1/chat/completions', { baseUrl: 'https://tokenhub.tencentmaas.com' }],
  [17, '/v1/chat/completions', { baseUrl: 'https://coding.dashscope.aliyuncs.com' }],
  [17, '/v1/chat/completions', { baseUrl: 'https://coding-intl.dashscope.aliyuncs.com' }],
  [25, '/v1/chat/completions', { baseUrl: 'https://api.kimi.com/coding' }],
])('type %d: chat is at %s of the address %j', (type, path, overrides) => {
  expect(native(type, {}, overrides).url).toBe(overrides.baseUrl! + path);
});

test.each<[type: number, given: Partial<Target>, url: string, headers: Record<string, string>]>([
  [1011, { organization: 'a b' }, `${base}/orgs/a%20b/inference/chat/completions`, github],
  [
    1012,
    { other: '2024-05-01-preview' },
    `${base}/models/chat/completions?api-version=2024-05-01-preview`,
    { ...apiKey, 'extra-parameters': 'pass-through' },
  ],
  [
    1028,
    { other: 'ocid1.generativeaiproject.oc1..a' },
    `${base}/openai/v1/chat/completions`,
    { ...bearer, 'openai-project': 'ocid1.generativeaiproject.oc1..a' },
  ],
])('type %d with %j', (type, overrides, url, headers) => {
  const call = native(type, {}, overrides);
  expect(call.url).toBe(url);
  expect(call.headers).toMatchObject(headers);
});

test.each([
  [1001, [{ id: 'a/b' }], ['a/b']],
  [1005, { data: [{ id: 'a/b' }] }, ['a/b']],
  [1011, [{ id: 'openai/gpt-4.1', publisher: 'OpenAI' }], ['openai/gpt-4.1']],
  [
    1012,
    {
      data: [
        { id: 'grok', status: 'succeeded' },
        { id: 'late', status: 'creating' },
      ],
    },
    ['grok'],
  ],
  [
    1013,
    {
      endpoints: [
        { name: 'databricks-gpt-oss-20b', task: 'llm/v1/chat' },
        { name: 'fraud', task: 'ml/classification' },
        { name: 'external' },
      ],
    },
    ['databricks-gpt-oss-20b', 'external'],
  ],
  [1016, { data: [{ model: 'Baichuan4-Turbo', model_show_name: 'B4' }] }, ['Baichuan4-Turbo']],
])('type %d: the model list %j', (type, body, names) => {
  expect(providerOf(type).models!.read(body)).toEqual(names);
});

describe('members that providers do not take', () => {
  const messages = [{ role: 'user', content: 'q' }];

  test.each<[type: number, sent: object, received: object]>([
    [
      1003,
      { frequency_penalty: 1, presence_penalty: 1, logit_bias: { 1: 1 }, max_tokens: 5, seed: 1, user: 'u' },
      { max_completion_tokens: 5, seed: 1, user: 'u' },
    ],
    [43, { max_completion_tokens: 5, seed: 1 }, { max_tokens: 5, seed: 1 }],
    [1003, { max_tokens: 5, max_completion_tokens: 6 }, { max_completion_tokens: 6 }],
    [1009, { max_completion_tokens: 5, user: 'u', metadata: {}, top_p: 0.5 }, { max_tokens: 5, top_p: 0.5 }],
    [
      1013,
      { max_completion_tokens: 5, seed: 1, parallel_tool_calls: true, top_k: 3 },
      { max_tokens: 5, top_k: 3 },
    ],
    [1015, { max_tokens: 5, temperature: 0 }, { max_completion_tokens: 5, temperature: 0 }],
    [1016, { temperature: 1.5, max_completion_tokens: 5 }, { temperature: 1, max_tokens: 5 }],
    [1016, { temperature: 0.5 }, { temperature: 0.5 }],
    [1017, { max_completion_tokens: 5 }, { max_tokens: 5 }],
    [1018, { top_p: 1, seed: 1 }, { top_p: 0.99 }],
    [1019, { frequency_penalty: 1, presence_penalty: 1, top_p: 1 }, { top_p: 1 }],
    [
      1020,
      { max_completion_tokens: 5, stream_options: { include_usage: true }, stream: true },
      { max_tokens: 5, stream: true },
    ],
  ])('type %d gets of %j only %j', (type, sent, received) => {
    expect(bodyOf(native(type, { messages, ...sent }))).toEqual({ model: 'm', messages, ...received });
    const body = bodyOf(written(type, { messages, ...sent })) as Record<string, unknown>;
    for (const name of Object.keys(sent)) if (!(name in received)) expect(body).not.toHaveProperty(name);
  });

  test('Cerebras rejects reasoning of earlier turns', () => {
    const turns = [...messages, { role: 'assistant', content: 'a', reasoning_content: 'r' }, ...messages];
    expect(bodyOf(native(1003, { messages: turns }))).toEqual({
      model: 'm',
      messages: [...messages, { role: 'assistant', content: 'a' }, ...messages],
    });
  });

  test.each([
    [1011, 'openai/o3', 'openai/o3'],
    [1011, 'openai/o3-high', 'openai/o3'],
    [1015, 'openai-gpt-5-mini', 'openai-gpt-5-mini'],
  ])('type %d: the rules of OpenAI’s reasoning models apply to %s', (type, model, name) => {
    const turns = [{ role: 'system', content: 's' }, ...messages];
    const body = { messages: turns, max_tokens: 5, temperature: 0 };
    expect(bodyOf(native(type, body, { model }))).toEqual({
      model: name,
      messages: turns,
      max_completion_tokens: 5,
      ...(model.endsWith('-high') && { reasoning_effort: 'high' }),
    });
  });
});

test.each<[type: number, status: number, body: object, failure: object]>([
  [1005, 404, { detail: { error: 'Model is not available' } }, { message: 'Model is not available' }],
  [
    1006,
    403,
    { code: 403, reason: 'NOT_ENOUGH_BALANCE', message: 'not enough balance', metadata: {} },
    { disables: true, kind: 'NOT_ENOUGH_BALANCE', message: 'not enough balance' },
  ],
  [1006, 403, { code: 403, reason: 'OTHER', message: 'no' }, { disables: false }],
  [
    1009,
    403,
    { status: 403, title: 'Forbidden', detail: 'Authorization failed' },
    { disables: true, message: 'Authorization failed' },
  ],
  [
    1013,
    403,
    { error_code: 'PERMISSION_DENIED', message: 'Invalid access token.' },
    { disables: true, code: 'PERMISSION_DENIED' },
  ],
  [
    1013,
    429,
    { error_code: 'REQUEST_LIMIT_EXCEEDED', message: 'Exceeded workspace limit' },
    { retryable: true, disables: false, code: 'REQUEST_LIMIT_EXCEEDED' },
  ],
  [1015, 401, { code: '390303', message: 'Invalid OAuth access token.' }, { disables: true, code: '390303' }],
  [
    1017,
    451,
    { error: { message: 'blocked', type: 'censorship_blocked' } },
    { retryable: false, kind: 'censorship_blocked' },
  ],
  [1018, 429, { error: { code: '1113', message: 'Insufficient balance' } }, { disables: true }],
  [
    1021,
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens",
      type: 'BadRequestError',
      code: 400,
    },
    { tooLong: true, retryable: false },
  ],
  [
    1024,
    400,
    {
      error: {
        code: 400,
        message:
          'the request exceeds the available context size. try increasing the context size or enable context shift',
        type: 'exceed_context_size_error',
      },
    },
    { tooLong: true, retryable: false },
  ],
  [
    1024,
    503,
    { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    { retryable: true },
  ],
  [
    1026,
    422,
    {
      error: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000',
      error_type: 'validation',
    },
    { tooLong: true, retryable: false },
  ],
  [
    1026,
    422,
    { error: 'Input validation error: `top_p` must be > 0', error_type: 'validation' },
    { retryable: false },
  ],
  [1026, 429, { error: 'Model is overloaded', error_type: 'overloaded' }, { retryable: true }],
])('type %d: an error %d %j', (type, status, body, failure) => {
  expect(providerOf(type).readError(status, {}, JSON.stringify(body))).toMatchObject({ status, ...failure });
});

test.each([
  [1001, 'eos', 'stop'],
  [1019, 'sensitive', 'content_filter'],
  [1026, 'eos_token', 'stop'],
  [1026, 'stop_sequence', 'stop'],
  [26, 'sensitive', 'content_filter'],
])('type %d: the finish reason %s becomes %s, for OpenAI clients as well', (type, raw, reason) => {
  const body = { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: raw }] };
  const canonical = reason === 'stop' ? 'stop' : 'content-filter';
  expect(providerOf(type).chat!.answer(body).finish.reason).toBe(canonical);
  const bytes = Buffer.from(JSON.stringify(body));
  const normalized = providerOf(type).native['openai-chat']!.finish!.replaced(bytes);
  expect(JSON.parse(normalized.toString())).toMatchObject({ choices: [{ finish_reason: reason }] });
});

test('servers that must be given images as bytes get no URLs', () => {
  expect(providerOf(1023).native['openai-chat']).toBeUndefined();
  expect(providerOf(1023).chat!.mustFetch!('https://images.example/a.png')).toBe(true);
});

test('the balance of StepFun', () => {
  const { value } = definitionOf(1017)!.balance!(at(1017), new Date()).next();
  expect(value).toEqual({ method: 'GET', url: `${base}/v1/accounts`, headers: bearer });
  const query = definitionOf(1017)!.balance!(at(1017), new Date());
  query.next();
  expect(query.next({ object: 'account', type: 'prepaid', balance: 13.5 })).toEqual({
    done: true,
    value: [{ amount: 13.5, unit: 'CNY' }],
  });
});

test.each([
  [1001, ['embeddings', 'image-generation', 'rerank', 'speech', 'transcription', 'translation'], true],
  [1002, ['embeddings', 'rerank'], true],
  [1003, [], true],
  [1004, ['embeddings', 'transcription', 'translation'], true],
  [1005, ['embeddings', 'image-generation', 'speech', 'transcription', 'translation'], true],
  [1006, ['embeddings', 'rerank'], true],
  [1007, ['embeddings', 'image-generation'], true],
  [1008, [], true],
  [1009, ['embeddings'], false],
  [1010, [], false],
  [1011, ['embeddings'], false],
  [1012, ['embeddings'], false],
  [1013, ['embeddings'], false],
  [1014, [], false],
  [1015, [], false],
  [1016, ['embeddings'], false],
  [1017, ['image-edit', 'image-generation', 'speech', 'transcription'], false],
  [1018, ['embeddings', 'image-generation'], false],
  [1019, ['embeddings'], false],
  [1020, [], false],
  [1021, ['embeddings', 'rerank', 'transcription', 'translation'], true],
  [1022, ['embeddings'], true],
  [1023, ['embeddings'], true],
  [1024, ['embeddings', 'rerank'], true],
  [1025, ['embeddings', 'image-generation', 'rerank', 'speech', 'transcription'], true],
  [1026, [], true],
  [1027, ['embeddings', 'rerank'], false],
  [1028, [], false],
])('type %d also serves %j; legacy completions: %s', (type, names, completions) => {
  // Google's embedding operations are added to every provider with embeddings.
  const own = Object.keys(providerOf(type).operations ?? {}).filter((name) => !name.includes('content'));
  expect(own.sort()).toEqual(names);
  expect(providerOf(type).native['openai-completions'] !== undefined).toBe(completions);
});

test('addresses to choose from are complete, and differ from the default', () => {
  const choices = definitions.flatMap(({ baseUrl, form }) =>
    (form?.baseUrls ?? []).map(({ label, url }) => ({ baseUrl, label, url })),
  );
  expect(choices.length).toBeGreaterThan(20);
  for (const { baseUrl, label, url } of choices) {
    expect(url).toMatch(/^https:\/\/\S*[^/]$/);
    expect(url).not.toBe(baseUrl);
    expect(label.en).toMatch(/\S/);
    expect(label.zh).toMatch(/\S/);
  }
});
