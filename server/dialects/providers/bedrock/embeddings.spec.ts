import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';
import { embeddings as operation } from '../../operations/embeddings.js';
import { providerForModel } from '../registry.js';
import { ADDRESS } from './call.js';

const TITAN = 'amazon.titan-embed-text-v2:0';
const COHERE = 'cohere.embed-multilingual-v3';
const codec = providerForModel(33, TITAN)!.operations!.embeddings!;

const requestOf = (fields: object) =>
  operation.read({
    body: Buffer.from(JSON.stringify({ model: 'e', input: 'hi', ...fields })),
    contentType: 'application/json',
    path: '/v1/embeddings',
  });
const callFor = (model: string, fields: object = {}) =>
  codec.request(
    requestOf(fields),
    targetOf({ type: 33, baseUrl: ADDRESS, key: 'AKID|secret|us-east-1', model }),
  );

test.each<[string, object, object]>([
  [TITAN, { dimensions: 256 }, { inputText: 'hi', dimensions: 256 }],
  [TITAN, { input: ['hi'] }, { inputText: 'hi' }],
  ['amazon.titan-embed-text-v1', {}, { inputText: 'hi' }],
  [
    'amazon.titan-embed-image-v1',
    { dimensions: 384 },
    { inputText: 'hi', embeddingConfig: { outputEmbeddingLength: 384 } },
  ],
  [COHERE, { input: ['a', 'b'] }, { texts: ['a', 'b'], input_type: 'search_document' }],
  [
    COHERE,
    { input_type: 'search_query', truncate: 'END' },
    { texts: ['hi'], input_type: 'search_query', truncate: 'END' },
  ],
  [
    'us.cohere.embed-v4:0',
    { dimensions: 512 },
    { texts: ['hi'], input_type: 'search_document', embedding_types: ['float'], output_dimension: 512 },
  ],
])('%s gets %j as %j', (model, fields, body) => {
  const call = callFor(model, fields);
  expect(call.url).toBe(
    `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(model)}/invoke`,
  );
  expect(bodyOf(call)).toEqual(body);
});

test.each<[string, object, string]>([
  [TITAN, { input: ['a', 'b'] }, 'at most 1 text per request'],
  [COHERE, { input: Array.from({ length: 97 }, () => 'a') }, 'at most 96 texts per request'],
  [COHERE, { dimensions: 512 }, 'dimensions: not supported'],
  [TITAN, { input: [1, 2] }, 'only texts can be embedded'],
  ['amazon.nova-2-multimodal-embeddings-v1:0', {}, 'embeddings of model amazon.nova-2-multimodal'],
])('%s rejects %j: %s', (model, fields, detail) => {
  expect(() => callFor(model, fields)).toThrow(detail);
});

test('the answer of Titan reports its tokens', () => {
  expect(codec.answer!({ embedding: [0.5, -1], inputTextTokenCount: 3 }, requestOf({}))).toEqual({
    usage: { input: 3, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 },
    body: {
      object: 'list',
      model: 'e',
      data: [{ object: 'embedding', index: 0, embedding: [0.5, -1] }],
      usage: { prompt_tokens: 3, total_tokens: 3 },
    },
  });
});

test.each([
  ['in a list', { id: 'x', embeddings: [[1], [2]], response_type: 'embeddings_floats' }],
  ['by type', { id: 'x', embeddings: { float: [[1], [2]] }, response_type: 'embeddings_by_type' }],
])('the answer of Cohere has its vectors %s', (_name, body) => {
  const request = requestOf({ input: ['a', 'b'] });
  const answer = codec.answer!(body, request);
  // The tokens are estimated.
  expect(answer.usage).toBeUndefined();
  expect(answer.body).toMatchObject({
    data: [
      { index: 0, embedding: [1] },
      { index: 1, embedding: [2] },
    ],
    usage: { prompt_tokens: request.estimate.input },
  });
});

test('vectors in base64', () => {
  const request = requestOf({ encoding_format: 'base64' });
  const { body } = codec.answer!({ embedding: [1], inputTextTokenCount: 1 }, request);
  expect(body).toMatchObject({ data: [{ embedding: 'AACAPw==' }] });
});

test.each([
  [{ embedding: [], inputTextTokenCount: 1 }, 'does not hold a vector'],
  [{ embeddings: [[1], [2]] }, 'does not hold a vector'],
  [{ message: 'no' }, 'no'],
])('the answer %j is a failure', (body, message) => {
  expect(() => codec.answer!(body, requestOf({}))).toThrow(message);
});
