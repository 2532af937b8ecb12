import {
  at,
  base,
  bearer,
  native,
  providerOf,
  translated,
  written,
} from '../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../test/dialects/recorded.js';
import { definitionOf } from '../providers/registry.js';

const apiKey = { 'api-key': 'sk-key' };
const github = { ...bearer, 'x-github-api-version': '2022-11-28' };

/** Definitions of the providers that are OpenAI-compatible, with the calls that they get. */
const presets: [
  id: string,
  type: number,
  address: string | null,
  chatPath: string,
  modelsPath: string | null,
  headers?: Record<string, string>,
][] = [
  ['together', 1001, 'https://api.together.ai', '/v1/chat/completions', '/v1/models'],
  ['fireworks', 1002, 'https://api.fireworks.ai', '/inference/v1/chat/completions', '/inference/v1/models'],
  ['cerebras', 1003, 'https://api.cerebras.ai', '/v1/chat/completions', '/v1/models'],
  ['sambanova', 1004, 'https://api.sambanova.ai', '/v1/chat/completions', '/v1/models'],
  ['deepinfra', 1005, 'https://api.deepinfra.com', '/v1/openai/chat/completions', '/v1/openai/models'],
  ['novita', 1006, 'https://api.novita.ai', '/openai/v1/chat/completions', '/openai/v1/models'],
  ['nebius', 1007, 'https://api.tokenfactory.nebius.com', '/v1/chat/completions', '/v1/models'],
  ['hyperbolic', 1008, 'https://api.hyperbolic.xyz', '/v1/chat/completions', '/v1/models'],
  ['nvidia', 1009, 'https://integrate.api.nvidia.com', '/v1/chat/completions', '/v1/models'],
  ['huggingface', 1010, 'https://router.huggingface.co', '/v1/chat/completions', '/v1/models'],
  [
    'github-models',
    1011,
    'https://models.github.ai',
    '/inference/chat/completions',
    '/catalog/models',
    github,
  ],
  [
    'azure-foundry',
    1012,
    null,
    '/openai/v1/chat/completions',
    '/openai/deployments?api-version=2023-03-15-preview',
    apiKey,
  ],
  ['databricks', 1013, null, '/serving-endpoints/chat/completions', '/api/2.0/serving-endpoints'],
  ['snowflake', 1015, null, '/api/v2/cortex/v1/chat/completions', null],
  ['baichuan', 1016, 'https://api.baichuan-ai.com', '/v1/chat/completions', '/v1/models'],
  ['stepfun', 1017, 'https://api.stepfun.com', '/v1/chat/completions', '/v1/models'],
  ['zai', 1018, 'https://api.z.ai', '/api/paas/v4/chat/completions', '/api/paas/v4/models'],
  ['hunyuan-openai', 1019, 'https://api.hunyuan.cloud.tencent.com', '/v1/chat/completions', '/v1/models'],
  ['spark-http', 1020, 'https://spark-api-open.xf-yun.com', '/v1/chat/completions', null],
  ['vllm', 1021, null, '/v1/chat/completions', '/v1/models'],
  ['sglang', 1022, null, '/v1/chat/completions', '/v1/models'],
  ['lm-studio', 1023, null, '/v1/chat/completions', '/v1/models'],
  ['llama-cpp', 1024, null, '/v1/chat/completions', '/v1/models'],
  ['localai', 1025, null, '/v1/chat/completions', '/v1/models'],
  [
    'oci',
    1028,
    'https://inference.generativeai.us-chicago-1.oci.oraclecloud.com',
    '/openai/v1/chat/completions',
    null,
  ],
  ['tgi', 1026, null, '/v1/chat/completions', '/v1/models'],
];

describe.each(presets)('%s', (id, type, address, chatPath, modelsPath, headers = bearer) => {
  test('has this number, address and path', () => {
    expect(definitionOf(type)).toMatchObject({ id, baseUrl: address });
    const calls = [translated(type, {}), written(type, { messages: [{ role: 'user', content: 'q' }] })];
    // LM Studio gets translated requests only.
    if (providerOf(type).native['openai-chat']) calls.push(native(type, {}));
    for (const call of calls) {
      expect(call.url).toBe(base + chatPath);
      expect(call.headers).toEqual({
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json',
      });
      expect(bodyOf(call)).toMatchObject({ model: 'm' });
    }
  });

  test('lists its models', () => {
    const { models } = providerOf(type);
    if (modelsPath === null) return expect(models).toBeUndefined();
    expect(models!.request(at(type), {})).toMatchObject({ method: 'GET', url: base + modelsPath, headers });
    const call = models!.request(at(type), {});
    expect(call.body).toBeUndefined();
  });

  test('requests usage in streams, and reads it', () => {
    const body = bodyOf(translated(type, { stream: true }));
    expect(body).toMatchObject({ stream: true });
    expect(Object.hasOwn(body as object, 'stream_options')).toBe(id !== 'spark-http');
    const read = providerOf(type).chat!.stream();
    const usage = { prompt_tokens: 10, completion_tokens: 3, total_tokens: 13, estimated_cost: 0.1 };
    const events = [
      { choices: [{ index: 0, delta: { role: 'assistant', reasoning_content: 'r' } }] },
      { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage },
    ].flatMap((chunk) => read({ name: 'message', data: JSON.stringify({ id: 'c', model: 'm', ...chunk }) }));
    expect(events).toEqual([
      { type: 'start', id: 'c', model: 'm' },
      { type: 'reasoning-delta', text: 'r' },
      { type: 'text-delta', text: 'Hi' },
      { type: 'finish', reason: 'stop', raw: 'stop' },
      { type: 'usage', usage: expect.objectContaining({ input: 10, output: 3 }) },
    ]);
  });

  test('a response without usage is read, and estimated later', () => {
    const message = { role: 'assistant', content: 'Hi', reasoning: 'r' };
    const answer = providerOf(type).chat!.answer({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
    expect(answer.usage).toBeUndefined();
    expect(answer.parts).toEqual([
      { type: 'reasoning', text: 'r' },
      { type: 'text', text: 'Hi' },
    ]);
  });

  test.each([
    [401, false],
    [402, false],
    [429, true],
    [500, true],
    [503, true],
    [400, false],
  ])('an error with status %d: retried later %s', (status, retryAfter) => {
    const error = { message: 'no', type: 'some_error', code: null, param: null };
    const failure = providerOf(type).readError(status, { 'retry-after': '7' }, JSON.stringify({ error }));
    expect(failure).toMatchObject({
      status,
      message: 'no',
      disables: status === 401 || status === 402,
      retryAfterSeconds: 7,
    });
    if (retryAfter) expect(failure.retryable).toBe(true);
    if (status === 400) expect(failure.retryable).toBe(false);
  });

  test('an error inside a 200 response is a failure', () => {
    const error = { message: 'Incorrect API key', type: 'invalid_request_error', code: 'invalid_api_key' };
    expect(() => providerOf(type).chat!.answer({ error })).toThrow('Incorrect API key');
    const [event] = providerOf(type).chat!.stream()({ name: 'message', data: JSON.stringify({ error }) });
    expect(event).toMatchObject({ type: 'error', failure: { status: 401, disables: true } });
  });
});
