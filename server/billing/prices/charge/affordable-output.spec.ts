import { affordableOutput, highestPrice, priceFor } from './charge.js';
import { defaultTables } from '../defaults/default-tables.js';
import { compilePriceBook, type PriceTables } from '../price-book.js';
import { priceByCall } from '../price.js';
import type { ChargedUsage } from './usage.js';

const buyer = { selfUse: false, acceptUnset: false };
const tables: PriceTables = { ...defaultTables, groupRatio: { default: 1, free: 0 }, quotaPerUnit: 500_000 };
const nothing = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 };
const used = (usage: Partial<ChargedUsage>): ChargedUsage => ({ ...nothing, ...usage });
const price = (model: string, group = 'default', change: Partial<PriceTables> = {}) =>
  compilePriceBook({ ...tables, ...change }).price(model, group, buyer);

describe('how much output a quota pays for', () => {
  // 1.25 quota per token of input, 5 per token of output.
  const gpt4o = () => price('gpt-4o');
  const input = used({ input: 400 });

  test.each([
    [499, 0, 'not even the input, which costs 500'],
    [500, 0, 'the input only'],
    [504, 0, 'the input and a part of a token'],
    [505, 1, 'one token'],
    [999, 99, 'one unit too few for 100 tokens'],
    [1000, 100, 'exactly 100 tokens'],
    [1004, 100, 'one unit too few for 101 tokens'],
  ])('%d quota: %d tokens (%s)', (quota, tokens) => {
    expect(affordableOutput(quota, input, gpt4o())).toBe(tokens);
  });

  test('it is unlimited from the cost of 16,777,216 tokens on, which no response has', () => {
    expect(affordableOutput(83_886_079, nothing, gpt4o())).toBe(16_777_215);
    expect(affordableOutput(83_886_080, nothing, gpt4o())).toBe(Infinity);
  });

  test('it is unlimited where output costs nothing, and none where the call itself is too expensive', () => {
    expect(affordableOutput(0, input, price('gpt-4o', 'free'))).toBe(Infinity);
    expect(
      affordableOutput(500, input, price('gpt-4o', 'default', { completionRatio: { 'gpt-4o': 0 } })),
    ).toBe(Infinity);
    const byCall = priceByCall('drawing', 0.04, 1, 500_000);
    expect(affordableOutput(20_000, input, byCall)).toBe(Infinity);
    expect(affordableOutput(19_999, input, byCall)).toBe(0);
  });

  test('reasoning that is already counted is paid first', () => {
    expect(affordableOutput(1000, used({ input: 400, reasoning: 40 }), gpt4o())).toBe(60);
  });
});

describe('the price of a request in tiers', () => {
  const tiered = () =>
    price('gpt-4o', 'default', {
      tiers: { 'gpt-4o': [{ min_input_tokens: 1001, model_ratio: 5 }] },
      serviceTiers: { 'gpt-4o': { flex: 0.5, standard: 1, scale: 1.5, priority: 2 } },
    });

  test.each(['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const)(
    'tokens of %s count towards the size of the input',
    (kind) => {
      const of = (tokens: number) => priceFor(used({ [kind]: tokens }), tiered()).modelRatio;
      expect([of(1000), of(1001)]).toEqual([1.25, 5]);
    },
  );

  test('output does not count towards the size of the input', () => {
    expect(priceFor(used({ input: 1000, output: 500, reasoning: 500 }), tiered()).modelRatio).toBe(1.25);
  });

  test.each([
    [undefined, 1.25, 5],
    ['flex', 0.625, 2.5],
    ['priority', 2.5, 10],
    ['unheard-of', 1.25, 5],
  ])('the service tier %s has a ratio of %d, and %d for long input', (serviceTier, short, long) => {
    const of = (input: number) => priceFor({ ...used({ input }), serviceTier }, tiered()).modelRatio;
    expect([of(1000), of(1001)]).toEqual([short, long]);
  });

  test.each([
    [undefined, undefined],
    [[], undefined],
    [['flex'], undefined],
    [['standard'], undefined],
    [['unheard-of'], undefined],
    [['scale'], 'scale'],
    [['flex', 'scale'], 'scale'],
    [['scale', 'priority'], 'priority'],
    [['priority', 'scale'], 'priority'],
    [['priority', 'flex'], 'priority'],
  ])(
    'a request that may be served at %j is held at the price of %s; standard service if none is dearer',
    (tiers, highest) => {
      const base = tiered();
      expect(highestPrice(base, tiers)).toBe(highest === undefined ? base : base.serviceTiers!.get(highest));
    },
  );

  test('a model without service tiers has one price', () => {
    const single = price('gpt-4');
    expect(highestPrice(single, ['priority'])).toBe(single);
    expect(priceFor({ ...used({ input: 1 }), serviceTier: 'priority' }, single)).toBe(single);
  });
});
