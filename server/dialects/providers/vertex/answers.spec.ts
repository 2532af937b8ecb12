import { failureIn } from '../../../../test/dialects/failure-in.js';
import { GoogleAccount } from '../../../../test/doubles/google-account.js';
import {
  bodyOf,
  recordedAnswer,
  recordedStream,
  replay,
  targetOf,
} from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalEvent } from '../../canonical/events.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { batchEmbedContents, embedContent } from '../../operations/embed-content.js';
import { embeddings } from '../../operations/embeddings.js';
import { imageGeneration } from '../../operations/image-generation.js';
import type { Operation } from '../../operations/operation.js';
import { speech } from '../../operations/speech.js';
import { providerForModel } from '../registry.js';

const VERTEX = 41;
const CLAUDE = 'claude-sonnet-5-5';
const GEMINI = 'gemini-3.5-flash';
const LLAMA = 'meta/llama-4-maverick-17b-128e-instruct-maas';
const account = new GoogleAccount(() => 'https://oauth2.googleapis.com');
const providerOf = (model: string) => providerForModel(VERTEX, model)!;
const answerOf = (model: string, name: string) =>
  providerOf(model).chat!.answer(recordedAnswer('vertex', name));

/** Whole, with CRLF, byte by byte and cut in two at every place: the same events. */
function expectEvents(model: string, name: string, expected: CanonicalEvent[]): void {
  const provider = providerOf(model);
  const bytes = recordedStream('vertex', name);
  expect(replay(provider, bytes)).toMatchObject(expected);
  expect(replay(provider, Buffer.from(bytes.toString().replaceAll('\n', '\r\n')))).toMatchObject(expected);
  const whole = JSON.stringify(replay(provider, bytes), withoutIds);
  expect(JSON.stringify(replay(provider, bytes, ...bytes.keys()), withoutIds)).toBe(whole);
  for (let cut = 1; cut < bytes.length; cut++)
    expect(JSON.stringify(replay(provider, bytes, cut), withoutIds)).toBe(whole);
}

/** Google sends no ids of calls, so that they are made up. */
const withoutIds = (name: string, value: unknown) => (name === 'id' ? undefined : value);

describe('answers', () => {
  test('of Gemini', () => {
    expect(answerOf(GEMINI, 'gemini')).toMatchObject({
      parts: [{ type: 'text', text: 'Bonjour. How are you?' }],
      finish: { reason: 'stop' },
      usage: { input: 8, output: 7, reasoning: 25 },
    });
  });

  test('of Claude: cached input is reported apart', () => {
    expect(answerOf(CLAUDE, 'claude')).toMatchObject({
      parts: [{ type: 'text', text: 'Hey! How can I help?' }],
      usage: { input: 10, cacheRead: 5, output: 12 },
    });
    expect(providerOf(CLAUDE).countsCacheApart).toBe(true);
  });

  test('of Llama', () => {
    expect(answerOf(LLAMA, 'llama')).toMatchObject({
      parts: [{ type: 'text', text: 'Hello there.' }],
      usage: { input: 11, output: 3 },
    });
  });
});

describe('streams', () => {
  test('of Gemini, with a call', () => {
    expectEvents(GEMINI, 'gemini-tools', [
      { type: 'start', id: 'uDZGaJ', model: 'gemini-3.5-flash' },
      { type: 'text-delta', text: 'Let me look.' },
      { type: 'tool-start', index: 0, name: 'get_weather', signature: 'c2ln' } as CanonicalEvent,
      { type: 'tool-delta', index: 0, text: '{"city":"Berlin"}' },
      { type: 'usage', usage: { input: 20, cacheRead: 30, output: 9, reasoning: 20 } },
      { type: 'finish', reason: 'tool-calls', raw: 'STOP' },
    ]);
  });

  test('of Claude, with a call', () => {
    expectEvents(CLAUDE, 'claude-tools', [
      { type: 'start', id: 'msg_vrtx_01L', model: 'claude-sonnet-5-5' },
      { type: 'usage', usage: { input: 20, cacheRead: 4 } },
      { type: 'text-delta', text: 'Let me look.' },
      { type: 'tool-start', index: 0, id: 'toolu_vrtx_01', name: 'get_weather' },
      { type: 'tool-delta', index: 0, text: '{"city": ' },
      { type: 'tool-delta', index: 0, text: '"Berlin"}' },
      { type: 'usage', usage: { output: 33 } },
      { type: 'finish', reason: 'tool-calls', raw: 'tool_use' },
      { type: 'done' },
    ]);
  });

  test('of Llama', () => {
    expectEvents(LLAMA, 'llama', [
      { type: 'start', id: '', model: LLAMA },
      { type: 'text-delta', text: 'Hello' },
      { type: 'text-delta', text: ' there.' },
      { type: 'finish', reason: 'stop' },
      { type: 'usage', usage: { input: 11, output: 3 } },
      { type: 'done' },
    ]);
  });

  test.each([
    [GEMINI, 'gemini-error', 429],
    [CLAUDE, 'claude-error', 529],
  ])('an error in a stream of %s is an error', (model, name, status) => {
    const [event] = replay(providerOf(model), recordedStream('vertex', name));
    expect(event).toMatchObject({ type: 'error', failure: { status, retryable: true } });
  });
});

describe('errors', () => {
  const google = (code: number, status: string, more: object = {}) => ({
    error: { code, message: 'problem', status, ...more },
  });
  const anthropic = (type: string, message = 'problem') => ({ type: 'error', error: { type, message } });
  const disabled = [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'SERVICE_DISABLED',
      domain: 'googleapis.com',
    },
  ];

  test.each<[string, number, object, Partial<UpstreamFailure>]>([
    [
      GEMINI,
      429,
      google(429, 'RESOURCE_EXHAUSTED'),
      { code: 'RESOURCE_EXHAUSTED', retryable: true, disables: false },
    ],
    [
      GEMINI,
      403,
      google(403, 'PERMISSION_DENIED', { details: disabled }),
      { code: 'SERVICE_DISABLED', disables: true },
    ],
    [GEMINI, 401, [google(401, 'UNAUTHENTICATED')], { status: 401, disables: true }],
    [GEMINI, 404, google(404, 'NOT_FOUND'), { status: 404, retryable: true, disables: false }],
    [GEMINI, 400, google(400, 'INVALID_ARGUMENT'), { retryable: false, disables: false }],
    [GEMINI, 400, google(400, 'FAILED_PRECONDITION'), { retryable: true, disables: false }],
    [
      GEMINI,
      400,
      google(400, 'INVALID_ARGUMENT', {
        message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).',
      }),
      { tooLong: true, retryable: false },
    ],
    [
      CLAUDE,
      429,
      google(429, 'RESOURCE_EXHAUSTED'),
      { code: 'RESOURCE_EXHAUSTED', retryable: true, disables: false },
    ],
    [CLAUDE, 403, google(403, 'PERMISSION_DENIED'), { status: 403, disables: true }],
    [
      CLAUDE,
      429,
      anthropic('rate_limit_error'),
      { kind: 'rate_limit_error', retryable: true, disables: false },
    ],
    [CLAUDE, 529, anthropic('overloaded_error'), { kind: 'overloaded_error', retryable: true }],
    [
      CLAUDE,
      400,
      anthropic('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum'),
      { tooLong: true, retryable: false },
    ],
    [LLAMA, 429, [google(429, 'RESOURCE_EXHAUSTED')], { code: 'RESOURCE_EXHAUSTED', retryable: true }],
    [
      LLAMA,
      400,
      [google(400, 'INVALID_ARGUMENT', { message: "This model's maximum context length is 8 tokens." })],
      { tooLong: true, retryable: false },
    ],
    [
      'mistral-medium-3',
      422,
      { object: 'error', message: 'bad', type: 'invalid_request_error' },
      { status: 422 },
    ],
    ['text-embedding-005', 403, google(403, 'PERMISSION_DENIED'), { disables: true }],
    ['unknown', 404, google(404, 'NOT_FOUND'), { status: 404 }],
    [CLAUDE, 502, {}, { status: 502, code: 'bad_response_status_code', retryable: true }],
  ])('of %s: %d %j', (model, status, body, expected) => {
    expect(providerOf(model).readError(status, {}, JSON.stringify(body))).toMatchObject(expected);
  });

  test('an HTML page of a proxy has only its status', () => {
    expect(providerOf(CLAUDE).readError(502, { 'retry-after': '7' }, '<html>')).toMatchObject({
      status: 502,
      retryAfterSeconds: 7,
    });
  });

  test.each([GEMINI, CLAUDE, LLAMA])('an error inside a 200 of %s is never an answer', (model) => {
    expect(failureIn(() => providerOf(model).chat!.answer(google(429, 'RESOURCE_EXHAUSTED')))).toMatchObject({
      retryable: true,
    });
  });

  test('missing usage is left to the gateway', () => {
    const { usageMetadata: _, ...body } = recordedAnswer('vertex', 'gemini') as Record<string, unknown>;
    expect(providerOf(GEMINI).chat!.answer(body).usage).toBeUndefined();
    const { usage: __, ...message } = recordedAnswer('vertex', 'claude') as Record<string, unknown>;
    expect(providerOf(CLAUDE).chat!.answer(message).usage).toBeUndefined();
  });
});

describe('operations', () => {
  const path = (model: string, action: string) => `/v1beta/models/${model}:${action}`;
  function operationOf(operation: Operation, model: string, body: object, at = '/v1/embeddings') {
    const request = operation.read({
      body: Buffer.from(JSON.stringify(body)),
      contentType: 'application/json',
      path: at,
    });
    const target = targetOf({
      type: VERTEX,
      baseUrl: 'https://aiplatform.googleapis.com',
      key: account.document(),
      other: 'us-central1',
      model,
    });
    const codec = providerOf(model).operations![operation.name]!;
    return {
      call: () => codec.request(request, target),
      answer: (reply: unknown) => codec.answer!(reply, request),
    };
  }

  test('embeddings: one instance for each text, usage by text', () => {
    const { call, answer } = operationOf(embeddings, 'text-embedding-005', {
      model: 'x',
      input: ['a', 'b'],
      dimensions: 3,
    });
    expect(call().url).toBe(
      'https://us-central1-aiplatform.googleapis.com/v1/projects/project-1/locations/us-central1/publishers/google/models/text-embedding-005:predict',
    );
    expect(call().accessToken).toBeDefined();
    expect(bodyOf(call())).toEqual({
      instances: [{ content: 'a' }, { content: 'b' }],
      parameters: { autoTruncate: true, outputDimensionality: 3 },
    });
    expect(answer(recordedAnswer('vertex', 'embeddings'))).toMatchObject({
      usage: { input: 10, output: 0 },
      body: {
        object: 'list',
        model: 'x',
        data: [{ index: 0, embedding: [0.005, -0.016, 0.02] }, { index: 1 }],
        usage: { prompt_tokens: 10, total_tokens: 10 },
      },
    });
  });

  test('embeddings in base64, and without reported tokens', () => {
    const { answer } = operationOf(embeddings, 'text-embedding-005', {
      model: 'x',
      input: 'a',
      encoding_format: 'base64',
    });
    const { usage, body } = answer({ predictions: [{ embeddings: { values: [1] } }] });
    expect(usage).toBeUndefined();
    expect(body).toMatchObject({ data: [{ embedding: 'AACAPw==' }] });
  });

  test.each([
    ['gemini-embedding-001', ['a', 'b']],
    ['gemini-embedding-2', ['a', 'b']],
    ['text-embedding-005', Array.from({ length: 251 }, () => 'a')],
    ['text-embedding-005', [[1, 2]]],
  ])('%s does not take %j', (model, input) => {
    const { call } = operationOf(embeddings, model, { model: 'x', input });
    expect(call).toThrow(ApiError);
  });

  test('embeddings of the second generation have a content', () => {
    const { call, answer } = operationOf(embeddings, 'gemini-embedding-2', { model: 'x', input: 'a' });
    expect(call().url).toMatch(/\/models\/gemini-embedding-2:embedContent$/);
    expect(bodyOf(call())).toEqual({ content: { role: 'user', parts: [{ text: 'a' }] } });
    expect(
      answer({ embedding: { values: [1, 2] }, usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 } }),
    ).toMatchObject({ usage: { input: 4 }, body: { data: [{ embedding: [1, 2] }] } });
  });

  test('embeddings for clients of the Gemini API', () => {
    const model = 'text-embedding-005';
    const content = { parts: [{ text: 'a' }, { text: 'b' }] };
    const one = operationOf(
      embedContent,
      model,
      { content, taskType: 'RETRIEVAL_DOCUMENT', title: 't', outputDimensionality: 3 },
      path(model, 'embedContent'),
    );
    expect(bodyOf(one.call())).toEqual({
      instances: [{ content: 'a\nb', task_type: 'RETRIEVAL_DOCUMENT', title: 't' }],
      parameters: { autoTruncate: true, outputDimensionality: 3 },
    });
    const [first] = (recordedAnswer('vertex', 'embeddings') as { predictions: unknown[] }).predictions;
    expect(one.answer({ predictions: [first] }).body).toEqual({
      embedding: { values: [0.005, -0.016, 0.02] },
      usageMetadata: { promptTokenCount: 6, totalTokenCount: 6 },
    });
    const batch = operationOf(
      batchEmbedContents,
      model,
      { requests: [{ content }, { content, taskType: 'CLUSTERING' }] },
      path(model, 'batchEmbedContents'),
    );
    expect(bodyOf(batch.call())).toMatchObject({
      instances: [{ content: 'a\nb' }, { content: 'a\nb', task_type: 'CLUSTERING' }],
    });
    expect(batch.answer(recordedAnswer('vertex', 'embeddings')).body).toMatchObject({
      embeddings: [{ values: [0.005, -0.016, 0.02] }, { values: [0.1, 0.2, 0.3] }],
    });
  });

  test.each([[{ predictions: [] }], [{}], [{ predictions: [{ embeddings: { values: [1] } }] }]])(
    'the vectors in %j are not enough',
    (reply) => {
      const { answer } = operationOf(embeddings, 'text-embedding-005', { model: 'x', input: ['a', 'b'] });
      expect(failureIn(() => answer(reply)).code).toBe('invalid_response');
    },
  );

  test('an error inside a 200 is not a vector', () => {
    const { answer } = operationOf(embeddings, 'text-embedding-005', { model: 'x', input: 'a' });
    expect(failureIn(() => answer({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } })).status).toBe(429);
  });

  test('images of Imagen: filtered ones are left out', () => {
    const model = 'imagen-4.0-generate-001';
    const { call, answer } = operationOf(
      imageGeneration,
      model,
      { model: 'x', prompt: 'a cat', n: 2, size: '1792x1024' },
      '/v1/images/generations',
    );
    expect(call().url).toMatch(/\/us-central1\/publishers\/google\/models\/imagen-4.0-generate-001:predict$/);
    expect(bodyOf(call())).toEqual({
      instances: [{ prompt: 'a cat' }],
      parameters: {
        sampleCount: 2,
        aspectRatio: '16:9',
        sampleImageSize: '1K',
        personGeneration: 'allow_adult',
      },
    });
    const { body, usage } = answer(recordedAnswer('vertex', 'imagen'));
    expect(body).toMatchObject({ data: [{ b64_json: 'aGVsbG8=' }] });
    expect(usage?.more?.images).toBe(1);
  });

  test('images and speech of Gemini', () => {
    const image = operationOf(
      imageGeneration,
      'gemini-3-pro-image',
      { model: 'x', prompt: 'a cat' },
      '/v1/images/generations',
    );
    expect(image.call().url).toMatch(/\/publishers\/google\/models\/gemini-3-pro-image:generateContent$/);
    const spoken = operationOf(
      speech,
      'gemini-2.5-flash-tts',
      { model: 'x', input: 'a', voice: 'Kore' },
      '/v1/audio/speech',
    );
    expect(spoken.call().url).toMatch(/\/publishers\/google\/models\/gemini-2.5-flash-tts:generateContent$/);
    expect(spoken.call().headers).not.toHaveProperty('x-goog-api-key');
  });
});
