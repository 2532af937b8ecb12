import { UsualUse } from './usual-use.js';

/** Samples of one name: how many of which value, in this order. */
function used(...samples: readonly (readonly [times: number, value: number])[]): UsualUse {
  const use = new UsualUse();
  add(use, ...samples);
  return use;
}

function add(use: UsualUse, ...samples: readonly (readonly [times: number, value: number])[]): void {
  for (const [times, value] of samples) for (let count = 0; count < times; count++) use.add('m', value);
}

describe('the 95th percentile', () => {
  test('is unknown with less than 20 samples', () => {
    expect(used().percentile('m')).toBeUndefined();
    expect(used([19, 1000]).percentile('m')).toBeUndefined();
    expect(used([20, 1000]).percentile('m')).toBe(1024);
  });

  test.each([
    // Each bucket ends an eighth of a doubling after it begins: at 2^(1/8) = 1.09, …, 2^6.75 = 107.6, …, 2^10.
    [0.5, 2],
    [1, 2],
    [100, 108],
    [1000, 1024],
    [1024, 1117],
    // Larger values count as the largest one that is tracked, 2^40.
    [2 ** 50, 2 ** 40],
  ])('of responses of %d is the end of their bucket, %d', (value, end) => {
    expect(used([20, value]).percentile('m')).toBe(end);
  });

  test('is at most a tenth too high', () => {
    for (const value of [150, 999, 4097, 123_456]) {
      const percentile = used([20, value]).percentile('m') ?? 0;
      expect(percentile).toBeGreaterThanOrEqual(value);
      expect(percentile).toBeLessThan(value * 1.1);
    }
  });

  test('is not exceeded by 19 of 20 samples, in any order', () => {
    expect(used([19, 100], [1, 1000]).percentile('m')).toBe(108);
    expect(used([1, 1000], [19, 100]).percentile('m')).toBe(108);
    expect(used([18, 100], [2, 1000]).percentile('m')).toBe(1024);
  });

  test('is computed again after 8 more samples', () => {
    const use = used([20, 1000]);
    expect(use.percentile('m')).toBe(1024);
    add(use, [7, 1_000_000]);
    expect(use.percentile('m')).toBe(1024);
    add(use, [1, 1_000_000]);
    expect(use.percentile('m')).toBe(2 ** 20);
    add(use, [7, 2 ** 30]);
    expect(use.percentile('m')).toBe(2 ** 20);
  });

  test('at 1024 samples, older ones count half', () => {
    // 512 are left of 1024: 95 % of 538 are 511.1, 95 % of 539 are 512.05.
    expect(used([1024, 100], [26, 1000]).percentile('m')).toBe(108);
    expect(used([1024, 100], [27, 1000]).percentile('m')).toBe(1024);
  });

  test('halves are rounded down, and the number of samples is what is left', () => {
    // 1000, 22 and 2 samples become 500, 11 and 1: 95 % of 512 are 486.4.
    const use = used([1000, 100], [22, 1000], [2, 1_000_000]);
    expect(use.percentile('m')).toBe(108);
    // With 15 more, 500 are below 95 % of 527, which are 500.65.
    add(use, [15, 1000]);
    expect(use.percentile('m')).toBe(1024);
  });
});

test('the largest value is kept, whatever comes after it', () => {
  expect(used().max('m')).toBe(0);
  expect(used([1, 10], [1, 300.5], [1, 20]).max('m')).toBe(300.5);
  expect(used([1, 5000], [2000, 10]).max('m')).toBe(5000);
});

test.each([0, -5, Number.NaN])('%d is no use', (value) => {
  const use = used([20, value]);
  expect(use.percentile('m')).toBeUndefined();
  expect(use.max('m')).toBe(0);
});

test('names do not share samples', () => {
  const use = used([20, 1000]);
  use.add('other', 5);
  expect(use.percentile('other')).toBeUndefined();
  expect([use.max('m'), use.max('other'), use.max('neither')]).toEqual([1000, 5, 0]);
});

test('of 2001 names, the one that was used longest ago is forgotten', () => {
  const use = new UsualUse();
  for (let index = 0; index <= 2000; index++) use.add(`m${index}`, 7);
  expect([use.max('m0'), use.max('m1'), use.max('m2000')]).toEqual([0, 7, 7]);
});
