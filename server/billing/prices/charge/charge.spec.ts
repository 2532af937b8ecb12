import fc from 'fast-check';
import { chargeFor, holdAmount } from './charge.js';
import { defaultTables } from '../defaults/default-tables.js';
import { compilePriceBook } from '../price-book.js';
import { priceByCall, priceByToken } from '../price.js';
import type { ChargedUsage } from './usage.js';

const buyer = { selfUse: false, acceptUnset: false };
const groupRatio = { default: 1, cheap: 0.8, free: 0 };
const book = compilePriceBook({ ...defaultTables, groupRatio, quotaPerUnit: 500_000 });
const price = (model: string, group = 'default') => book.price(model, group, buyer);

const nothing = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 };
const used = (usage: Partial<ChargedUsage>): ChargedUsage => ({ ...nothing, ...usage });

describe('acceptance examples', () => {
  test('G1: gpt-4o, 1000 in of which 400 cached, 200 out', () => {
    const usage = used({ input: 600, cacheRead: 400, output: 200 });
    expect(chargeFor(usage, price('gpt-4o'))).toBe(2000);
    expect(chargeFor(usage, price('gpt-4o', 'cheap'))).toBe(1600);
  });

  test.each(['claude-3-7-sonnet-20250219', 'claude-3-7-sonnet'])(
    'G2 and G3: %s with cache reads and writes',
    (model) => {
      const usage = used({ input: 100, cacheRead: 2000, output: 300 });
      expect(chargeFor({ ...usage, cacheWrite5m: 500 }, price(model))).toBe(3638);
      expect(chargeFor({ ...usage, cacheWrite5m: 200, cacheWrite1h: 300 }, price(model))).toBe(3975);
    },
  );

  test('G9 and G10: what gpt-4o holds without and with max_tokens', () => {
    expect(holdAmount(price('gpt-4o'), 20, undefined, 500)).toBe(625);
    expect(holdAmount(price('gpt-4o'), 20, 1000, 500)).toBe(1275);
  });

  test('G13: one token of gpt-4o-mini costs the minimum of 1', () => {
    expect(chargeFor(used({ input: 1 }), price('gpt-4o-mini'))).toBe(1);
  });
});

describe('what is charged', () => {
  test('no tokens cost nothing, by token or by call', () => {
    expect(chargeFor(nothing, price('gpt-4o'))).toBe(0);
    expect(chargeFor(nothing, price('dall-e-3'))).toBe(0);
  });

  test('a price by call ignores how many tokens were used', () => {
    const byCall = priceByCall('drawing', 0.04, 0.8, 500_000);
    expect(chargeFor(used({ input: 1 }), byCall)).toBe(16_000);
    expect(chargeFor(used({ input: 10_000, output: 99 }), byCall)).toBe(16_000);
    expect(holdAmount(byCall, 10, undefined, 500)).toBe(16_000);
  });

  test('reasoning is output', () => {
    expect(chargeFor(used({ output: 100, reasoning: 200 }), price('gpt-4o'))).toBe(1500);
  });

  test('a free group or model costs and holds nothing', () => {
    const usage = used({ input: 1000, output: 1000 });
    for (const free of [price('gpt-4o', 'free'), price('glm-4-flash'), price('mj_inpaint')]) {
      expect(chargeFor(usage, free)).toBe(0);
      expect(holdAmount(free, 1000, 1000, 500)).toBe(0);
    }
  });

  test('halves round up, and only once: 0.5 of each class is not rounded before the sum', () => {
    const half = byToken({ modelRatio: 0.5 });
    expect(chargeFor(used({ input: 3 }), half)).toBe(2);
    expect(chargeFor(used({ input: 3, output: 3 }), half)).toBe(3);
  });

  test('decimals do not drift: three tenths are three tenths', () => {
    expect(chargeFor(used({ input: 5 }), byToken({ modelRatio: 0.7 }))).toBe(4);
    expect(chargeFor(used({ input: 45 }), byToken({ modelRatio: 0.1, groupRatio: 1 }))).toBe(5);
    expect(chargeFor(used({ input: 15 }), byToken({ modelRatio: 0.1, groupRatio: 0.3 }))).toBe(1);
    expect(chargeFor(used({ input: 35 }), byToken({ modelRatio: 1.1, groupRatio: 1 }))).toBe(39);
  });

  test('thirds are thirds: gpt-3.5 output at 4/3 sums to an exact half', () => {
    expect(chargeFor(used({ input: 1, output: 3 }), price('gpt-3.5-turbo-16k'))).toBe(8);
  });

  test.each(['cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'output', 'reasoning'] as const)(
    'as much %s as input costs something: classes do not cancel each other out',
    (kind) => {
      const even = byToken({ modelRatio: 1 });
      expect(chargeFor(used({ input: 100, [kind]: 100 }), even)).toBe(200);
      expect(chargeFor(used({ [kind]: 100 }), even)).toBe(100);
    },
  );

  test('counts that no upstream may send are not money', () => {
    const dear = price('gpt-4');
    expect(chargeFor(used({ input: -5, output: Number.NaN }), dear)).toBe(0);
    expect(chargeFor(used({ input: 2.9, cacheRead: -1 }), dear)).toBe(30);
    expect(chargeFor(used({ output: Infinity }), dear)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('what is held', () => {
  test('a long prompt without max_tokens holds the prompt, not the default', () => {
    expect(holdAmount(price('gpt-4o'), 4000, undefined, 500)).toBe(5000);
  });

  test('max_tokens of 0 is given', () => {
    expect(holdAmount(price('gpt-4o'), 20, 0, 500)).toBe(25);
  });

  test('fractions are dropped', () => {
    expect(holdAmount(price('gpt-4o-mini'), 20, 0, 500)).toBe(1);
    expect(holdAmount(price('gpt-4o-mini'), 10, 0, 500)).toBe(0);
  });
});

describe('numbers beyond the exact integers of doubles', () => {
  test('a hold whose sum a double cannot represent is not rounded up', () => {
    // 9,999,999,999 × 1.000001 = 10,000,009,998.999999
    expect(holdAmount(byToken({ modelRatio: 1.000001 }), 9_999_999_999, 0, 0)).toBe(10_000_009_998);
  });

  test('ratios whose product has more digits than a double are exact', () => {
    // 1.000000001 × 1.0000000001 = 1.0000000011000000001
    const precise = byToken({ modelRatio: 1.000000001, groupRatio: 1.0000000001 });
    expect(holdAmount(precise, 10_000_000_000, 0, 0)).toBe(10_000_000_011);
    expect(holdAmount(precise, 10_000_000_000, 10_000_000_000, 0)).toBe(20_000_000_022);
    expect(chargeFor(used({ input: 10_000_000_000 }), precise)).toBe(10_000_000_011);
  });

  test('a hold and a charge are at most what a balance can be', () => {
    expect(holdAmount(price('gpt-4'), 2 ** 50, 0, 500)).toBe(Number.MAX_SAFE_INTEGER);
    expect(holdAmount(byToken({ modelRatio: 1e16 }), 1, 0, 0)).toBe(Number.MAX_SAFE_INTEGER);
    expect(chargeFor(used({ input: 1 }), byToken({ modelRatio: 1e16 }))).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('for any usage and any ratios', () => {
  const tokens = fc.integer({ min: 0, max: 5_000_000 });
  const usages = fc.record({
    input: tokens,
    cacheRead: tokens,
    cacheWrite5m: tokens,
    cacheWrite1h: tokens,
    output: tokens,
    reasoning: tokens,
  });
  /** Thousandths, since ratios are usually written as decimals. */
  const milli = fc.integer({ min: 0, max: 100_000 });
  const ratios = fc.record({
    modelRatio: milli,
    completionRatio: milli,
    cacheRatio: milli,
    creationRatio: milli,
    creationRatio1h: milli,
    groupRatio: milli,
  });
  const asPrice = (values: Record<keyof ReturnType<typeof thousandths>, number>) =>
    byToken(thousandths(values));
  const seeded = { seed: 20250401, numRuns: 300 };

  test('the charge is the exact sum of thousandths, rounded once', () => {
    fc.assert(
      fc.property(usages, ratios, (usage, m) => {
        const sum =
          BigInt(usage.input) * 1000n +
          BigInt(usage.cacheRead) * BigInt(m.cacheRatio) +
          BigInt(usage.cacheWrite5m) * BigInt(m.creationRatio) +
          BigInt(usage.cacheWrite1h) * BigInt(m.creationRatio1h) +
          BigInt(usage.output + usage.reasoning) * BigInt(m.completionRatio);
        const exact = sum * BigInt(m.modelRatio) * BigInt(m.groupRatio);
        const unit = 1_000_000_000n;
        const rounded = exact / unit + (2n * (exact % unit) >= unit ? 1n : 0n);
        const free = m.modelRatio * m.groupRatio === 0;
        const none = Object.values(usage).every((count) => count === 0);
        let expected = free || none ? 0n : rounded;
        if (!free && !none && expected === 0n) expected = 1n;
        const most = BigInt(Number.MAX_SAFE_INTEGER);
        expect(chargeFor(usage, asPrice(m))).toBe(Number(expected > most ? most : expected));
      }),
      seeded,
    );
  });

  test('using more never costs less', () => {
    fc.assert(
      fc.property(usages, usages, ratios, (some, more, m) => {
        const both = Object.fromEntries(
          Object.entries(some).map(([key, count]) => [key, count + more[key as keyof typeof more]]),
        );
        expect(chargeFor(used(both), asPrice(m))).toBeGreaterThanOrEqual(chargeFor(some, asPrice(m)));
      }),
      seeded,
    );
  });

  test('the charge is a whole number that a balance can hold', () => {
    fc.assert(
      fc.property(usages, fc.double({ min: 0, max: 1e9, noNaN: true }), (usage, ratio) => {
        const charge = chargeFor(usage, byToken({ modelRatio: ratio, completionRatio: ratio }));
        expect(Number.isSafeInteger(charge)).toBe(true);
        expect(charge).toBeGreaterThanOrEqual(0);
      }),
      seeded,
    );
  });
});

function thousandths<T extends Record<string, number>>(counts: T): T {
  return Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, count / 1000])) as T;
}

function byToken(ratios: Partial<Parameters<typeof priceByToken>[0]>) {
  const plain = { completionRatio: 1, cacheRatio: 1, creationRatio: 1, creationRatio1h: 1, groupRatio: 1 };
  return priceByToken({ model: 'any', source: 'tables', modelRatio: 1, ...plain, ...ratios });
}
