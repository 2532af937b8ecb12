import { readUpstreamPrices } from './upstream-prices.js';

test('ratios become USD per million tokens, prices per call stay', () => {
  const body = {
    success: true,
    data: [
      {
        model_name: 'a',
        quota_type: 0,
        model_ratio: 1.25,
        completion_ratio: 4,
        cache_ratio: 0.1,
        create_cache_ratio: 1.25,
      },
      { model_name: 'b', quota_type: 1, model_price: 0.04 },
      { model_name: 'c', quota_type: 0, model_ratio: 0.075, completion_ratio: 4, cache_ratio: null },
    ],
    group_ratio: { default: 1, vip: 0.8 },
  };
  expect(readUpstreamPrices(body)).toEqual({
    groups: { default: 1, vip: 0.8 },
    prices: [
      { model: 'a', kind: 'tokens', input: 2.5, output: 10, cached: 0.25, cache_write: 3.125, call: null },
      { model: 'b', kind: 'call', input: null, output: null, cached: null, cache_write: null, call: 0.04 },
      { model: 'c', kind: 'tokens', input: 0.15, output: 0.6, cached: null, cache_write: null, call: null },
    ],
  });
});

test('malformed models are left out, and groups that cannot be read', () => {
  const body = { data: [{ model_name: 'a', model_ratio: -1 }, null, { model_name: 'b' }], group_ratio: 'x' };
  expect(readUpstreamPrices(body)).toMatchObject({ groups: {}, prices: [{ model: 'b' }] });
});

test.each([undefined, null, [], {}, { data: {} }, { data: [] }, { data: [{ name: 'x' }] }])(
  '%j is no list of prices',
  (body) => {
    expect(readUpstreamPrices(body)).toBeUndefined();
  },
);
