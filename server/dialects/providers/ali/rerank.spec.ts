import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { rerank } from '../../operations/rerank.js';

const ALI = 17;
const codec = providerOf(ALI).operations!.rerank!;
const read = (fields: object) =>
  rerank.read({
    body: Buffer.from(JSON.stringify({ model: 'gte-rerank-v2', query: 'gates', ...fields })),
    contentType: 'application/json',
    path: '',
  });

test('the query and the texts of the documents are ranked', () => {
  const request = read({ documents: ['a gate', { text: 'a wall' }, { title: 'a door' }], top_n: 2 });
  const call = codec.request(request, at(ALI, { model: 'gte-rerank-v2' }));
  expect(call).toMatchObject({
    method: 'POST',
    url: `${base}/api/v1/services/rerank/text-rerank/text-rerank`,
    headers: bearer,
  });
  expect(bodyOf(call)).toEqual({
    model: 'gte-rerank-v2',
    input: { query: 'gates', documents: ['a gate', 'a wall', '{"title":"a door"}'] },
    parameters: { return_documents: false, top_n: 2 },
  });
});

test('results have the documents that the client asked for, and the reported tokens are charged', () => {
  const request = read({ documents: ['a gate', 'a wall'], return_documents: true });
  const results = [
    { index: 1, relevance_score: 0.8 },
    { index: 0, relevance_score: 0.1 },
  ];
  expect(
    codec.answer!({ output: { results }, usage: { total_tokens: 79 }, request_id: 'r' }, request),
  ).toMatchObject({
    usage: { input: 79 },
    body: {
      results: [
        { index: 1, relevance_score: 0.8, document: { text: 'a wall' } },
        { index: 0, relevance_score: 0.1, document: { text: 'a gate' } },
      ],
      usage: { prompt_tokens: 79, total_tokens: 79 },
    },
  });
});

test('an answer without results is an error', () => {
  const request = read({ documents: ['a gate'] });
  expect(() => codec.answer!({ code: 'InvalidParameter', message: 'too long' }, request)).toThrow('too long');
});
