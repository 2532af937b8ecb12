import { countedUsage, groupRatioOf } from './counted-usage.js';

const row = (other: object, tokens = { promptTokens: 100, completionTokens: 10 }) => ({
  modelName: 'm',
  ...tokens,
  other: JSON.stringify(other),
});

test('input contains cached tokens where the row counts them so', () => {
  const other = { group_ratio: 0.5, cache_tokens: 40, cache_creation_tokens: 20, usage_semantic: 'openai' };
  expect(countedUsage(row(other), 300)).toEqual({
    promptTokens: 100,
    cachedTokens: 40,
    cacheWriteTokens: 20,
    completionTokens: 10,
    listQuota: 600,
  });
});

test.each([{ claude: true }, { usage_semantic: 'anthropic' }])(
  'cached tokens are added to the input where the row excludes them: %j',
  (semantics) => {
    const other = { cache_tokens: 40, cache_creation_tokens: 20, ...semantics };
    expect(countedUsage(row(other), 1)).toMatchObject({ promptTokens: 160, cachedTokens: 40 });
  },
);

test.each([
  ['in total', { cache_creation_tokens: 20 }, 20],
  ['by lifetime', { cache_creation_tokens_5m: 5, cache_creation_tokens_1h: 6 }, 11],
  ['by both', { cache_creation_tokens: 20, cache_creation_tokens_5m: 5, cache_creation_tokens_1h: 6 }, 20],
  ['by the name of other gateways', { cache_write_tokens: 7 }, 7],
])('tokens written to a cache are stated %s', (_how, other, written) => {
  expect(countedUsage(row(other), 1).cacheWriteTokens).toBe(written);
});

test('cached audio is cached input', () => {
  expect(countedUsage(row({ cache_tokens: 4, audio_cache_tokens: 3 }), 1).cachedTokens).toBe(7);
});

test('texts of clients and nested members are no members of the row', () => {
  const other = {
    group_ratio: 2,
    cache_tokens: 4,
    request_path: '/"cache_tokens":99,"group_ratio":9',
    reasoning_effort: '"claude":true',
    text: { params: { cache_tokens: 50 } },
  };
  expect(countedUsage(row(other), 100)).toMatchObject({
    promptTokens: 100,
    cachedTokens: 4,
    listQuota: 50,
  });
});

test.each([
  ['with spaces', '{"group_ratio": 0.25, "cache_tokens": 8}', 0.25],
  ['in exponents', '{"group_ratio":1e-2}', 0.01],
  ['nowhere', '', 1],
  ['in no JSON', 'group_ratio 3', 1],
])('the group ratio is found %s', (_where, other, ratio) => {
  expect(groupRatioOf(other)).toBe(ratio);
});

test('a request of a group without a price has its price in the list', () => {
  const other = { group_ratio: 0, model_ratio: 1.5, completion_ratio: 2 };
  // (100 + 10 × 2) × 1.5.
  expect(countedUsage(row(other), 0).listQuota).toBe(180);
  expect(countedUsage(row({ group_ratio: 0 }), 0).listQuota).toBe(0);
});
