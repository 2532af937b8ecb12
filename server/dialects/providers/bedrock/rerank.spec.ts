import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';
import { rerank as operation } from '../../operations/rerank.js';
import { providerForModel } from '../registry.js';
import { ADDRESS } from './call.js';

const COHERE = 'cohere.rerank-v3-5:0';
const AMAZON = 'amazon.rerank-v1:0';
const codec = providerForModel(33, COHERE)!.operations!.rerank!;
const target = (model: string) =>
  targetOf({ type: 33, baseUrl: ADDRESS, key: 'AKID|secret|us-west-2', model });
const requestOf = (fields: object) =>
  operation.read({
    body: Buffer.from(
      JSON.stringify({ model: 'r', query: 'gates', documents: ['a gate', 'a wall'], ...fields }),
    ),
    contentType: 'application/json',
    path: '/v1/rerank',
  });

test.each<[string, object, object]>([
  [COHERE, { top_n: 1 }, { documents: ['a gate', 'a wall'], top_n: 1, api_version: 2 }],
  [AMAZON, {}, { documents: ['a gate', 'a wall'] }],
  [
    `arn:aws:bedrock:us-west-2::foundation-model/${COHERE}`,
    { documents: [{ text: 'a gate' }, { title: 'a wall' }] },
    { documents: ['a gate', '{"title":"a wall"}'], api_version: 2 },
  ],
])('%s gets %j as %j', (model, fields, body) => {
  const call = codec.request(requestOf(fields), target(model));
  expect(call.url).toBe(
    `https://bedrock-runtime.us-west-2.amazonaws.com/model/${encodeURIComponent(model)}/invoke`,
  );
  expect(bodyOf(call)).toEqual({ query: 'gates', ...body });
});

test('results in the format of the gateway; every started hundred documents is a query', () => {
  const request = requestOf({ return_documents: true });
  expect(codec.answer!({ results: [{ index: 1, relevance_score: 0.8 }] }, request)).toMatchObject({
    usage: undefined,
    body: { results: [{ index: 1, relevance_score: 0.8, document: { text: 'a wall' } }] },
  });
  const many = requestOf({ documents: Array.from({ length: 201 }, () => 'a') });
  expect(codec.estimate!(many, target(COHERE)).more?.calls).toBe(3);
  expect(codec.estimate!(request, target(COHERE)).more?.calls).toBeUndefined();
});

test('an answer without results is a failure', () => {
  expect(() => codec.answer!({ message: 'no' }, requestOf({}))).toThrow('no');
});
