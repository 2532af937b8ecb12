import { ApiError } from '../../contract/errors/api-error.js';
import { imageGeneration } from '../operations/image-generation.js';
import type { OperationRequest } from '../operations/operation.js';
import { embeddings } from '../operations/embeddings.js';
import { rerank } from '../operations/rerank.js';
import { bodyOf, targetOf } from '../../../test/dialects/recorded.js';
import { at, base, providerOf } from '../../../test/dialects/provider-calls.js';

test.each([38, 44])('type %d cannot chat', (type) => {
  const provider = providerOf(type);
  expect(provider.chat).toBeUndefined();
  expect(provider.native).toEqual({});
});

test.each([
  [3, ['compact', 'embeddings', 'image-edit', 'image-generation', 'speech', 'transcription', 'translation']],
  [4, ['embeddings']],
  [17, ['embeddings', 'image-edit', 'image-generation', 'rerank', 'speech', 'transcription']],
  [19, ['embeddings']],
  [22, []],
  [35, ['embeddings', 'image-edit', 'image-generation', 'speech']],
  [38, ['embeddings', 'rerank']],
  [40, ['embeddings', 'image-generation', 'rerank', 'speech', 'transcription']],
  [42, ['embeddings', 'moderations', 'speech', 'transcription']],
  [44, ['embeddings']],
  [45, ['embeddings', 'image-edit', 'image-generation']],
  [46, ['embeddings', 'image-generation', 'rerank']],
  [48, ['image-edit', 'image-generation', 'speech']],
])('type %d does %j besides', (type, names) => {
  // Google's embedding operations are added to every provider with embeddings.
  const own = Object.keys(providerOf(type).operations ?? {}).filter((name) => !name.includes('content'));
  expect(own.sort()).toEqual(names);
});

test('models of another kind are refused by MokaAI', () => {
  const read = { model: 'ada', fields: { input: 'x' }, body: Buffer.from('{"model":"ada","input":"x"}') };
  const request = {
    ...read,
    stream: false,
    maxTokens: 0,
    includeUsage: false,
    contentType: 'application/json',
    estimate: { input: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 },
  };
  const codec = providerOf(44).operations!.embeddings!;
  expect(() => codec.request(request, at(44, { model: 'ada' }))).toThrow(ApiError);
  const call = codec.request(request, at(44, { model: 'm3e-base' }));
  expect(call.url).toBe(`${base}/embeddings`);
  expect(bodyOf(call)).toEqual({ model: 'm3e-base', input: ['x'] });
});

const requestOf = (operation: typeof rerank, fields: object): OperationRequest =>
  operation.read({ body: Buffer.from(JSON.stringify(fields)), contentType: 'application/json', path: '' });

test.each<[number, object, object, number | undefined]>([
  [
    38,
    {
      model: 'j',
      results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
      usage: { total_tokens: 15 },
    },
    { index: 1, relevance_score: 0.9, document: { text: 'b' } },
    15,
  ],
  [
    40,
    {
      id: 'i',
      results: [{ index: 0, relevance_score: 0.5, document: { text: 'a' } }],
      meta: { tokens: { input_tokens: 7, output_tokens: 1 } },
    },
    { index: 0, relevance_score: 0.5, document: { text: 'a' } },
    8,
  ],
  [
    47,
    { id: 'i', results: [{ index: 1, relevance_score: 0.5, document: null }], meta: {} },
    { index: 1, relevance_score: 0.5, document: { text: 'b' } },
    undefined,
  ],
])('type %i: an order is returned in one form', (type, body, result, tokens) => {
  const request = requestOf(rerank, {
    model: 'r',
    query: 'q',
    documents: ['a', 'b'],
    return_documents: true,
  });
  const codec = providerOf(type).operations!.rerank!;
  expect(codec.request(request, targetOf({ type, model: 'up' })).url).toBe(
    'https://upstream.example/v1/rerank',
  );
  const answer = codec.answer!(body, request);
  expect(answer.usage?.input).toBe(tokens);
  const total = tokens ?? request.estimate.input;
  expect(answer.body).toMatchObject({
    results: [result],
    usage: { prompt_tokens: total, total_tokens: total },
  });
});

test('Jina: its vectors cost all tokens it names', () => {
  const codec = providerOf(38).operations!.embeddings!;
  const request = requestOf(rerank, { model: 'r', query: 'q', documents: ['a'] });
  expect(codec.answer!({ object: 'list', data: [], usage: { total_tokens: 6 } }, request).usage?.input).toBe(
    6,
  );
});

test('SiliconFlow: pictures have other names on the way there and back', () => {
  const request = requestOf(imageGeneration, { model: 'flux', prompt: 'p', size: '512x512', n: 2, seed: 7 });
  const codec = providerOf(40).operations!['image-generation']!;
  expect(bodyOf(codec.request(request, targetOf({ type: 40, model: 'flux' })))).toEqual({
    model: 'flux',
    prompt: 'p',
    image_size: '512x512',
    batch_size: 2,
    seed: 7,
  });
  const answer = codec.answer!({ images: [{ url: 'u' }, { url: 'v' }], timings: {}, seed: 7 }, request);
  expect(answer.body).toMatchObject({ data: [{ url: 'u' }, { url: 'v' }] });
  expect(answer.usage?.more?.images).toBe(2);
});

test('xAI: pictures have no size there', () => {
  const request = requestOf(imageGeneration, { model: 'g', prompt: 'p', size: '512x512', n: 1 });
  const codec = providerOf(48).operations!['image-generation']!;
  const call = codec.request(request, targetOf({ type: 48, model: 'grok-2-image' }));
  expect(bodyOf(call)).toEqual({ model: 'grok-2-image', prompt: 'p', n: 1 });
});

/** Types whose servers may not know `encoding_format`: Ollama, resellers, vLLM, SGLang, and others with OpenAI's format. */
describe.each([4, 6, 17, 38, 44, 47, 1021, 1022, 1027])('embeddings of type %d', (type) => {
  const answer = {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.5, -2] }],
    usage: { prompt_tokens: 3, total_tokens: 3 },
  };
  const read = (format?: string, body: object = answer) => {
    const fields = { model: 'm', input: 'x', ...(format && { encoding_format: format }) };
    const request = embeddings.read({
      body: Buffer.from(JSON.stringify(fields)),
      contentType: 'application/json',
      path: '',
    });
    return providerOf(type).operations!.embeddings!.answer!(body, request);
  };

  test('become base64 if the client asked for it and got numbers', () => {
    const { body, usage } = read('base64') as { body: typeof answer; usage: { input: number } };
    expect(body).toEqual({ ...answer, data: [{ ...answer.data[0], embedding: 'AAAAPwAAAMA=' }] });
    expect(usage.input).toBe(3);
  });

  test('pass unchanged otherwise', () => {
    const encoded = { ...answer, data: [{ index: 0, embedding: 'AAAAPwAAAMA=' }] };
    for (const shown of [read(), read('float'), read('base64', encoded)]) expect(shown.body).toBeUndefined();
  });
});
