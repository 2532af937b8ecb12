import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import { moderations } from '../../operations/moderations.js';

const codec = providerOf(42).operations!.moderations!;
const target = at(42, { model: 'mistral-moderation-2603' });
const request = (fields: object) =>
  moderations.read({
    body: Buffer.from(JSON.stringify({ model: 'm', ...fields })),
    contentType: 'application/json',
    path: '',
  });

test.each<[unknown, unknown]>([
  ['a', 'a'],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  // One message of several parts, as OpenAI's multimodal model takes it.
  [
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
    'a\nb',
  ],
])('input %j is %j', (input, sent) => {
  const call = codec.request(request({ input, user: 'ada' }), target);
  expect(call).toMatchObject({ method: 'POST', url: `${base}/v1/moderations`, headers: bearer });
  expect(bodyOf(call)).toEqual({ model: 'mistral-moderation-2603', input: sent });
});

test('images are refused', () => {
  const input = [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }];
  expect(() => codec.request(request({ input }), target)).toThrow('texts only');
});

test('categories of OpenAI beside those of Mistral; any of them flags the text', () => {
  const result = (categories: object, category_scores: object) => {
    const answer = codec.answer!(
      {
        id: 'mod-1',
        model: 'x',
        usage: { prompt_tokens: 7, total_tokens: 7 },
        results: [{ categories, category_scores }],
      },
      request({ input: 'a' }),
    );
    expect(answer.usage).toMatchObject({ input: 7 });
    return answer.body as { model: string; results: unknown[] };
  };
  const flagged = result(
    { sexual: false, hate_and_discrimination: false, dangerous: false, criminal: true, pii: false },
    { sexual: 0.1, hate_and_discrimination: 0.2, dangerous: 0.3, criminal: 0.9, pii: 0.01 },
  );
  expect(flagged).toMatchObject({ id: 'mod-1', model: 'm' });
  expect(flagged.results).toEqual([
    {
      flagged: true,
      categories: {
        sexual: false,
        hate_and_discrimination: false,
        dangerous: false,
        criminal: true,
        pii: false,
        hate: false,
        illicit: true,
      },
      category_scores: {
        sexual: 0.1,
        hate_and_discrimination: 0.2,
        dangerous: 0.3,
        criminal: 0.9,
        pii: 0.01,
        hate: 0.2,
        illicit: 0.9,
      },
    },
  ]);
  expect(result({ selfharm: false, pii: true }, { selfharm: 0, pii: 1 }).results).toMatchObject([
    { flagged: true, categories: { 'self-harm': false, pii: true } },
  ]);
  expect(result({ violence_and_threats: false }, { violence_and_threats: 0 }).results).toMatchObject([
    { flagged: false, categories: { violence: false } },
  ]);
});
