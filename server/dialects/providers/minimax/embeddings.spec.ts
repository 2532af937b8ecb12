import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { embeddings } from '../../operations/embeddings.js';

const codec = providerOf(35).operations!.embeddings!;
const target = at(35, { model: 'embo-01' });
const request = (fields: object) =>
  embeddings.read({
    body: Buffer.from(JSON.stringify({ model: 'embo-01', input: 'a', ...fields })),
    contentType: 'application/json',
    path: '',
  });
const sent = (fields: object) => bodyOf(codec.request(request(fields), target));
const done = { status_code: 0, status_msg: 'success' };

test.each<[object, object]>([
  [{}, { texts: ['a'], type: 'db' }],
  [
    { input: ['a', 'b'], encoding_format: 'base64', user: 'ada' },
    { texts: ['a', 'b'], type: 'db' },
  ],
  [{ type: 'query' }, { texts: ['a'], type: 'query' }],
  [{ input_type: 'search_query' }, { texts: ['a'], type: 'query' }],
  [{ input_type: 'search_document' }, { texts: ['a'], type: 'db' }],
])('%j is sent as %j', (fields, members) => {
  const call = codec.request(request(fields), target);
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/embeddings`, headers: bearer });
  expect(bodyOf(call)).toEqual({ model: 'embo-01', ...members });
});

test.each<[string, object]>([
  ['texts only', { input: [1, 2] }],
  ['dimensions', { dimensions: 256 }],
  ['at most 4096', { input: Array.from({ length: 4097 }, () => 'a') }],
])('%s', (message, fields) => {
  expect(() => sent(fields)).toThrow(message);
});

test('vectors in OpenAI’s form, charged by the reported tokens', () => {
  const body = {
    vectors: [
      [0.5, -2],
      [1, 0],
    ],
    total_tokens: 9,
    base_resp: done,
  };
  expect(codec.answer!(body, request({ input: ['a', 'b'] }))).toMatchObject({
    usage: { input: 9 },
    body: {
      object: 'list',
      model: 'embo-01',
      data: [
        { object: 'embedding', index: 0, embedding: [0.5, -2] },
        { object: 'embedding', index: 1, embedding: [1, 0] },
      ],
      usage: { prompt_tokens: 9, total_tokens: 9 },
    },
  });
  expect(codec.answer!(body, request({ encoding_format: 'base64' })).body).toMatchObject({
    data: [{ embedding: 'AAAAPwAAAMA=' }, { embedding: 'AACAPwAAAAA=' }],
  });
});

test('errors come with status 200', () => {
  const answer = (body: object) => () => codec.answer!(body, request({}));
  expect(
    answer({ vectors: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
  ).toThrow(expect.objectContaining({ failure: expect.objectContaining({ status: 402 }) }));
  expect(answer({ vectors: [], base_resp: done })).toThrow('no vectors');
});
