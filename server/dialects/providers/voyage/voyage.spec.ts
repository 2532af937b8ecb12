import { embeddings } from '../../operations/embeddings.js';
import { rerank } from '../../operations/rerank.js';
import { at, base, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';

const VOYAGE = 1027;

const requestOf = (operation: Pick<typeof rerank, 'read'>, fields: object) =>
  operation.read({ body: Buffer.from(JSON.stringify(fields)), contentType: 'application/json', path: '' });

test('embeddings and rerank only', () => {
  const provider = providerOf(VOYAGE);
  expect(provider.chat).toBeUndefined();
  expect(provider.native).toEqual({});
  expect(provider.models).toBeUndefined();
});

test.each([
  [{ input: ['a'] }, { input: ['a'] }],
  [
    { input: 'a', dimensions: 256, encoding_format: 'float', user: 'u' },
    { input: 'a', output_dimension: 256 },
  ],
  [
    { input: ['a'], encoding_format: 'base64', input_type: 'query' },
    { input: ['a'], encoding_format: 'base64', input_type: 'query' },
  ],
])('embeddings %j become %j', (fields, sent) => {
  const codec = providerOf(VOYAGE).operations!.embeddings!;
  const call = codec.request(
    requestOf(embeddings, { model: 'm', ...fields }),
    at(VOYAGE, { model: 'voyage-4' }),
  );
  expect(call.url).toBe(`${base}/v1/embeddings`);
  expect(bodyOf(call)).toEqual({ model: 'voyage-4', ...sent });
});

test('the usage of embeddings is their total', () => {
  const codec = providerOf(VOYAGE).operations!.embeddings!;
  const request = requestOf(embeddings, { model: 'm', input: ['a', 'b'] });
  expect(codec.answer!(recordedAnswer('voyage', 'embeddings'), request)).toMatchObject({
    usage: { input: 10, output: 0 },
  });
  expect(codec.answer!({ data: [] }, request).usage).toBeUndefined();
});

test.each([
  [{ top_n: 2 }, { top_k: 2 }],
  [{ top_n: 2, top_k: 1 }, { top_k: 1 }],
  [{}, {}],
])('rerank with %j sends %j', (fields, sent) => {
  const codec = providerOf(VOYAGE).operations!.rerank!;
  const request = requestOf(rerank, { model: 'm', query: 'q', documents: ['a', 'b'], ...fields });
  const call = codec.request(request, at(VOYAGE, { model: 'rerank-2.5' }));
  expect(call.url).toBe(`${base}/v1/rerank`);
  expect(bodyOf(call)).toEqual({ model: 'rerank-2.5', query: 'q', documents: ['a', 'b'], ...sent });
});

test('results of rerank, with the requested documents', () => {
  const codec = providerOf(VOYAGE).operations!.rerank!;
  const request = requestOf(rerank, {
    model: 'm',
    query: 'q',
    documents: ['a', 'b'],
    return_documents: true,
  });
  const answer = codec.answer!(recordedAnswer('voyage', 'rerank'), request);
  expect(answer.usage).toMatchObject({ input: 26, output: 0 });
  expect(answer.body).toEqual({
    model: 'rerank-2.5',
    results: [
      { index: 0, relevance_score: 0.4375, document: { text: 'a' } },
      { index: 1, relevance_score: 0.421875, document: { text: 'b' } },
    ],
    usage: { prompt_tokens: 26, total_tokens: 26 },
  });
});

test.each([
  [401, { disables: true }],
  [429, { retryable: true }],
  [400, { retryable: false }],
])('an error %d', (status, failure) => {
  const body = JSON.stringify({ detail: 'Provided API key is invalid.' });
  expect(providerOf(VOYAGE).readError(status, {}, body)).toMatchObject({
    status,
    message: 'Provided API key is invalid.',
    ...failure,
  });
});
