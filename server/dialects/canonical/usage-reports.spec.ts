import { chargeFor } from '../../billing/prices/charge/charge.js';
import { plainPrice } from '../../../test/parity/book.js';
import { mergeUsage, noUsage, type Usage } from './usage.js';
import { usageOf, UsageReports, type UsageReport } from './usage-reports.js';

/** The usage after these reports of one stream, each merged as the relay does. */
function after(...reports: readonly UsageReport[]): Usage {
  const stream = new UsageReports();
  return reports.reduce<Usage>((usage, report) => mergeUsage(usage, stream.add(report)), noUsage());
}

const HOUR = { input: 10, cacheWrite: 8000, cacheWrite5m: 0, cacheWrite1h: 8000 };
const MINUTES = { input: 10, cacheWrite: 8000, cacheWrite5m: 8000, cacheWrite1h: 0 };
const written = (cacheWrite5m: number, cacheWrite1h: number) => ({ cacheWrite5m, cacheWrite1h });

test.each<[string, UsageReport[], Partial<Usage>]>([
  ['a total keeps the lifetimes it sums up', [HOUR, { cacheWrite: 8000, output: 20 }], written(0, 8000)],
  [
    'a total keeps both lifetimes',
    [{ cacheWrite: 556, cacheWrite5m: 456, cacheWrite1h: 100 }, { cacheWrite: 556 }],
    written(456, 100),
  ],
  ['what a larger total adds has no known lifetime', [HOUR, { cacheWrite: 9000 }], written(1000, 8000)],
  ['a total alone counts as the cheaper lifetime', [{ cacheWrite: 8000 }], written(8000, 0)],
  ['lifetimes may follow a total', [{ cacheWrite: 8000 }, HOUR], written(0, 8000)],
  ['later lifetimes replace earlier ones', [MINUTES, HOUR], written(0, 8000)],
  ['also if they name one only', [MINUTES, { cacheWrite1h: 8000 }], written(0, 8000)],
  ['lifetimes of zero beside a total are none', [HOUR, { ...MINUTES, cacheWrite5m: 0 }], written(0, 8000)],
  [
    'a total that moved into the cache classes',
    [{ input: 8000 }, { input: 0, cacheRead: 8000 }],
    { input: 0, cacheRead: 8000 },
  ],
  [
    'writes that turned out to be reads',
    [HOUR, { input: 10, cacheWrite: 0, cacheRead: 8000 }],
    { cacheRead: 8000, ...written(0, 0) },
  ],
  ['one lifetime alone replaces both', [HOUR, { cacheWrite5m: 500, cacheRead: 7500 }], written(500, 0)],
  [
    'lifetimes that exceed the total of their own report are believed',
    [{ cacheWrite: 60, cacheWrite5m: 50, cacheWrite1h: 50 }],
    written(50, 50),
  ],
  [
    'a total of the output keeps the thinking in it',
    [{ output: 10, reasoning: 5 }, { output: 30 }],
    { output: 25, reasoning: 5 },
  ],
  [
    'thinking is no more than the total',
    [{ output: 10, reasoning: 5 }, { output: 3 }],
    { output: 0, reasoning: 3 },
  ],
  [
    'later thinking replaces the earlier',
    [
      { output: 10, reasoning: 5 },
      { output: 20, reasoning: 8 },
    ],
    { output: 20, reasoning: 8 },
  ],
  [
    'a report without output keeps it and the thinking',
    [{ output: 10, reasoning: 5 }, { input: 4 }],
    { input: 4, output: 10, reasoning: 5 },
  ],
  ['what is not named stays', [HOUR, { output: 20 }], { ...written(0, 8000), input: 10, output: 20 }],
])('%s', (_, reports, expected) => {
  expect(after(...reports)).toMatchObject(expected);
});

test('the start of a Claude stream and its end are not added up', () => {
  const usage = after(HOUR, { input: 10, cacheWrite: 8000, output: 20 });
  // 10 + 8,000 × 2 + 20 × 4
  expect(chargeFor(usage, plainPrice)).toBe(16_090);
});

describe('input of a response never shrinks: a smaller sum at the end is not believed', () => {
  const opening = { input: 10, cacheRead: 400, cacheWrite: 8000, cacheWrite5m: 0, cacheWrite1h: 8000 };
  const reported = { ...noUsage(), input: 10, cacheRead: 400, cacheWrite1h: 8000, output: 7 };

  test.each<[string, UsageReport]>([
    ['zeros only', { input: 0, cacheRead: 0, cacheWrite: 0, output: 7 }],
    ['no cache classes', { input: 10, cacheRead: 0, cacheWrite: 0, output: 7 }],
    ['fewer writes', { cacheWrite: 500, output: 7 }],
    ['fewer tokens than before', { input: 3, output: 7 }],
  ])('%s', (_, closing) => {
    expect(after(opening, closing)).toEqual(reported);
    expect(after(opening, { output: 3 }, closing)).toEqual(reported);
  });

  test('nor where there are no cache classes', () => {
    expect(after({ input: 9000 }, { input: 10, output: 7 })).toMatchObject({ input: 9000, output: 7 });
  });

  test.each<[UsageReport]>([
    [{ cacheRead: 8000 }],
    [{ cacheWrite5m: 8000 }],
    [{ cacheWrite1h: 8000 }],
    [{ cacheRead: 4000, cacheWrite5m: 4000 }],
  ])('but an estimate of all input gives way to exact cache classes: %j', (classes) => {
    expect(after({ input: 9000 }, { input: 10, ...classes })).toMatchObject({ input: 10, ...classes });
  });

  test('and where another model wrote the response', () => {
    expect(after({ input: 9000 }, { input: 600, more: { servedBy: 'other' } })).toMatchObject({ input: 600 });
  });

  test('and the sum gives way where the steps of the provider are listed', () => {
    const steps = [{ kind: 'compaction', usage: { ...noUsage(), input: 60_000 } }];
    expect(after({ input: 60_000 }, { input: 600, more: { steps } })).toMatchObject({
      input: 600,
      more: { steps },
    });
  });
});

test('a single report', () => {
  expect(usageOf({ input: 5, cacheWrite: 9, cacheWrite1h: 4, serviceTier: '' })).toEqual({
    ...noUsage(),
    input: 5,
    ...written(5, 4),
  });
});
