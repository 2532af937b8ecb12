import type { ListedModel, ListedPrices } from '../defaults/public-list.js';
import { priceByCall, priceByToken, type Price } from '../price.js';
import { compared } from './compare.js';

const tokens = (modelRatio: number, more: Partial<Price> = {}): Price =>
  priceByToken({
    model: 'm',
    source: 'tables',
    modelRatio,
    completionRatio: 4,
    cacheRatio: 0.5,
    creationRatio: 1.25,
    creationRatio1h: 2,
    groupRatio: 1,
    ...more,
  });
const listed = (prices: ListedPrices, byTime = false): ListedModel => ({
  listedAs: 'maker/m',
  prices,
  byTime,
});

test('a price like that of the list is equal, also by ratios that were rounded', () => {
  const list = listed({ input_mtok: 2.5, output_mtok: 10, cache_read_mtok: 1.25 });
  expect(compared('m', tokens(1.25), list)).toMatchObject({
    state: 'equal',
    difference: 0,
    own: { input: 2.5, output: 10, cache_read: 1.25, cache_write: 3.125, call: null },
    public: { input: 2.5, output: 10, cache_read: 1.25, cache_write: null, listed_as: 'maker/m' },
  });
  expect(compared('m', tokens(1.250_000_01), list).state).toBe('equal');
});

test('the difference is the largest of the amounts that both have, relative to the list', () => {
  const list = listed({ input_mtok: 2, output_mtok: 5, cache_read_mtok: 1 });
  // Output costs twice as much here, input as much.
  expect(compared('m', tokens(1), list)).toMatchObject({ state: 'differs', difference: 0.6 });
  expect(compared('m', tokens(0.25), list)).toMatchObject({ state: 'differs', difference: -0.75 });
});

test('a price per call is compared with one per call, and with none per token', () => {
  const price = priceByCall('m', 0.01, 1, 500_000);
  expect(compared('m', price, listed({ requests_kcount: 5 }))).toMatchObject({
    state: 'differs',
    difference: 1,
    public: { call: 0.005 },
    ratios: null,
  });
  expect(compared('m', price, listed({ input_mtok: 1 }))).toMatchObject({
    state: 'differs',
    difference: null,
  });
});

test.each([
  ['only_here', tokens(1), undefined],
  // A listed price of 0 is a gap.
  ['only_here', tokens(1), listed({ input_mtok: 0 })],
  ['only_public', tokens(1, { source: 'list' }), listed({ input_mtok: 1 })],
  ['only_public', tokens(37.5, { source: 'unset' }), listed({ input_mtok: 1 })],
  ['unpriced', tokens(37.5, { source: 'unset' }), undefined],
])('%s', (state, price, list) => {
  expect(compared('m', price, list)).toMatchObject({ state, difference: null });
});

test('prices of long contexts are named with the number of tokens; the ratios are those of short ones', () => {
  const list = listed({
    input_mtok: { base: 1.25, tiers: [{ start: 200_000, price: 2.5 }] },
    output_mtok: { base: 10, tiers: [{ start: 200_000, price: 15 }] },
  });
  expect(compared('m', tokens(1), list)).toMatchObject({
    public: {
      input: 1.25,
      tiers: [{ above_tokens: 200_000, input: 2.5, output: 15, cache_read: null }],
    },
    ratios: { ModelRatio: 0.625, CompletionRatio: 8 },
  });
});

test('a price by the time of day is marked and has no ratios', () => {
  expect(compared('m', tokens(1), listed({ input_mtok: 1 }, true))).toMatchObject({
    public: { by_time: true },
    ratios: null,
  });
});
