import { effectivePrice, priceAt, priceByCall, priceByToken } from './price.js';
import type { PricedParts } from '../../contract/usage.js';

const plain = { cacheRatio: 1, creationRatio: 1, creationRatio1h: 1, completionRatio: 1, groupRatio: 1 };
const byToken = (modelRatio: number, change: Partial<typeof plain> = {}) =>
  priceByToken({ model: 'm', source: 'tables', ...plain, ...change, modelRatio });

describe('what a request costs at a price per call', () => {
  test.each<[usd: number, more: PricedParts | undefined, effective: number]>([
    [0.04, undefined, 0.04],
    [0.04, {}, 0.04],
    [0.04, { calls: 1 }, 0.04],
    // In doubles, 0.04 × 3 is 0.12000000000000001 and 0.07 × 1.5 is 0.10500000000000001.
    [0.04, { calls: 3 }, 0.12],
    [0.07, { calls: 1.5 }, 0.105],
    [0, { calls: 3 }, 0],
    [0.1234567890123, { calls: 1 }, 0.1234567890123],
  ])('%d USD with %j: %d USD', (usd, more, effective) => {
    const usage = { input: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0, more };
    expect(effectivePrice(priceByCall('m', usd, 1, 500_000), usage)).toBe(effective);
  });

  test('calls do not change that a price is per token', () => {
    const usage = { input: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 };
    expect(effectivePrice(byToken(1), { ...usage, more: { calls: 3 } })).toBe(-1);
  });
});

describe('compiled rates', () => {
  test('of a price per token are over one denominator, exact and as doubles', () => {
    // 1.25 × 0.8 = 1 for input; 0.1, 1.25, 2 and 4/3 of it for the rest; the common denominator is 60.
    const ratios = { cacheRatio: 0.1, creationRatio: 1.25, creationRatio1h: 2, completionRatio: 4 / 3 };
    const { rates, free, modelPrice } = byToken(1.25, { ...ratios, groupRatio: 0.8 });
    const small = {
      call: 0,
      input: 60,
      cacheRead: 6,
      cacheWrite5m: 75,
      cacheWrite1h: 120,
      output: 80,
      denominator: 60,
    };
    expect(rates.small).toEqual(small);
    const exact = Object.fromEntries(Object.entries(small).map(([name, value]) => [name, BigInt(value)]));
    expect(rates.exact).toEqual(exact);
    expect({ free, modelPrice }).toEqual({ free: false, modelPrice: -1 });
  });

  test('of a price per call are quota per call', () => {
    // 0.0001234 USD × 500,000 = 61.7 quota
    const { rates, free } = priceByCall('m', 0.0001234, 1, 500_000);
    const none = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
    expect(rates.small).toEqual({ ...none, call: 617, denominator: 10 });
    expect(free).toBe(false);
  });

  test.each([
    ['per token, without a ratio', byToken(0)],
    ['per token, in a free group', byToken(1, { groupRatio: 0 })],
    ['per call, without a price', priceByCall('m', 0, 1, 500_000)],
    ['per call, in a free group', priceByCall('m', 0.1, 0, 500_000)],
  ])('are free: %s', (_name, { free }) => {
    expect(free).toBe(true);
  });

  test('have doubles as long as each of them is exact', () => {
    const { small, exact } = byToken(Number.MAX_SAFE_INTEGER).rates;
    expect(small?.input).toBe(9_007_199_254_740_991);
    expect(exact.input).toBe(9_007_199_254_740_991n);
    for (const tooLarge of [byToken(2 ** 53), byToken(1, { completionRatio: 2 ** 53 })])
      expect(tooLarge.rates.small).toBeUndefined();
    // Denominator 10^19
    expect(byToken(1.000000001, { groupRatio: 1.0000000001 }).rates.small).toBeUndefined();
  });
});

test('the price of a tier applies from its number of input tokens on', () => {
  const tiers = [
    { from: 200, price: byToken(3) },
    { from: 100, price: byToken(2) },
  ];
  const price = priceByToken({ model: 'm', source: 'tables', ...plain, modelRatio: 1, tiers });
  const ratioAt = (tokens: number) => priceAt(price, tokens).modelRatio;
  expect([0, 99, 100, 199, 200, 10_000].map(ratioAt)).toEqual([1, 1, 2, 2, 3, 3]);
  expect(priceAt(byToken(1), 10_000).modelRatio).toBe(1);
});
