import { purchaseCost, purchaseSpans, type PurchasePrice } from './purchase-cost.js';

const HOUR = 3600;
const price = (change: Partial<PurchasePrice> = {}): PurchasePrice => ({
  channelId: 1,
  model: 'm',
  validFrom: 0,
  kind: 'ratio',
  ratio: 0.5,
  input: null,
  output: null,
  cached: null,
  cacheWrite: null,
  call: null,
  ...change,
});
const spans = (prices: readonly PurchasePrice[], from = 0, to = 100 * HOUR) =>
  purchaseSpans(prices, from, to).map((span) => [
    span.price.model,
    span.price.ratio,
    span.from / HOUR,
    span.to / HOUR,
  ]);

describe('when a purchase price counts', () => {
  test('a price counts until the next one of its channel and model, in whole hours', () => {
    expect(
      spans([
        price({ ratio: 2, validFrom: 20 * HOUR + 1800 }),
        price({ ratio: 1, validFrom: 10 * HOUR }),
        price({ ratio: 3, validFrom: 15 * HOUR, model: 'other' }),
      ]),
    ).toEqual([
      ['m', 1, 10, 20],
      ['m', 2, 20, expect.any(Number)],
      ['other', 3, 15, expect.any(Number)],
    ]);
  });

  test('prices that do not count within the period are left out', () => {
    const prices = [1, 2, 3].map((index) => price({ ratio: index, validFrom: index * 10 * HOUR }));
    expect(spans(prices, 20 * HOUR, 30 * HOUR)).toEqual([['m', 2, 20, 30]]);
  });

  test('of two prices of one hour the later one counts', () => {
    expect(spans([price({ ratio: 1, validFrom: 5 }), price({ ratio: 2, validFrom: 50 })])).toEqual([
      ['m', 2, 0, expect.any(Number)],
    ]);
  });

  test('channels have their own', () => {
    expect(new Set(purchaseSpans([price(), price({ channelId: 2 })], 0, HOUR).map(({ id }) => id)).size).toBe(
      2,
    );
  });
});

describe('what usage costs the operator', () => {
  const usage = {
    requests: 10,
    promptTokens: 1_000_000,
    completionTokens: 500_000,
    cachedTokens: 400_000,
    cacheWriteTokens: 100_000,
    listQuota: 3000,
  };
  const PER_USD = 500_000;

  test('a part of the list price', () => {
    expect(purchaseCost(price({ ratio: 0.4 }), usage, PER_USD)).toBeCloseTo(1200);
  });

  test('a price per request', () => {
    expect(purchaseCost(price({ kind: 'call', call: 0.02 }), usage, PER_USD)).toBeCloseTo(0.2 * PER_USD);
  });

  test('prices per million tokens of each kind', () => {
    const each = price({ kind: 'tokens', input: 2, output: 8, cached: 0.2, cacheWrite: 2.5 });
    expect(purchaseCost(each, usage, PER_USD)).toBeCloseTo((1 + 0.08 + 0.25 + 4) * PER_USD);
  });

  test('cached tokens cost as much as others if they have no price', () => {
    const plain = price({ kind: 'tokens', input: 2, output: 0 });
    expect(purchaseCost(plain, usage, PER_USD)).toBeCloseTo(2 * PER_USD);
  });
});
