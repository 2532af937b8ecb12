import { failureIn } from '../../../../test/dialects/failure-in.js';
import { GoogleAccount } from '../../../../test/doubles/google-account.js';
import { bodyOf, recordedAnswer, targetOf } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { batchEmbedContents, embedContent } from '../../operations/embed-content.js';
import { embeddings } from '../../operations/embeddings.js';
import { imageGeneration } from '../../operations/image-generation.js';
import type { Operation } from '../../operations/operation.js';
import { speech } from '../../operations/speech.js';
import { providerForModel } from '../registry.js';

const VERTEX = 41;
const account = new GoogleAccount(() => 'https://oauth2.googleapis.com');
const providerOf = (model: string) => providerForModel(VERTEX, model)!;

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
