import { costRows, shownValues, totalOf, type Cell } from './cost-rows.js';
import type { PurchaseSpan } from './purchase-prices/purchase-cost.js';

const cell = (by: string | null, thenBy: string | null, change: Partial<Cell> = {}): Cell => ({
  by,
  thenBy,
  span: 0,
  requests: 1,
  promptTokens: 100,
  completionTokens: 10,
  cachedTokens: 5,
  cacheWriteTokens: 0,
  quota: 300,
  listQuota: 600,
  ...change,
});
const half: PurchaseSpan = {
  id: 7,
  from: 0,
  to: 9,
  price: {
    channelId: 1,
    model: '',
    validFrom: 0,
    kind: 'ratio',
    ratio: 0.6,
    input: null,
    output: null,
    cached: null,
    cacheWrite: null,
    call: null,
  },
};
const pricing = { spans: [half], quotaPerUnit: 500_000 };
const NONE = new Map<string | null, number>();

test('parts of a cell with different purchase prices are one row', () => {
  const rows = costRows('model', [cell('a', null, { span: 7 }), cell('a', null)], pricing, undefined, NONE);
  expect(rows).toMatchObject([
    // Only one half has a purchase price: 600 × 0.6 for what was charged 300.
    { by: 'a', requests: 2, quota: 600, purchase: 360, margin: -60, errors: null, before: 0 },
  ]);
});

test('what has no purchase price has no margin', () => {
  expect(totalOf([cell('a', null)], pricing).sums).toMatchObject({ purchase: null, margin: null });
});

test('the highest charges come first, and the sum of the others last', () => {
  const rows = costRows(
    'model',
    [cell(null, null, { quota: 9999 }), cell('a', null, { quota: 1 }), cell('b', null, { quota: 5 })],
    pricing,
    undefined,
    new Map([['a', 40]]),
  );
  expect(rows.map(({ by, before }) => [by, before])).toEqual([
    ['b', 0],
    ['a', 40],
    [null, 0],
  ]);
});

test('times come in their order, each with the sum of its others', () => {
  const rows = costRows(
    'day',
    [cell('200', 'a'), cell('100', null, { quota: 1 }), cell('100', 'a')],
    pricing,
    undefined,
    NONE,
  );
  expect(rows.map(({ by, then_by, before }) => [by, then_by, before])).toEqual([
    ['100', 'a', null],
    ['100', null, null],
    ['200', 'a', null],
  ]);
});

test('failed requests count in their row, and those without one in the sum of the others', () => {
  const errors = [
    { by: 'a', thenBy: null, errors: 3 },
    { by: 'unknown', thenBy: null, errors: 4 },
    { by: 'other', thenBy: null, errors: 1 },
  ];
  const rows = costRows('model', [cell('a', null)], pricing, errors, NONE);
  expect(rows.map(({ by, errors: count, requests }) => [by, count, requests])).toEqual([
    ['a', 3, 1],
    [null, 5, 0],
  ]);
  const hours = [{ by: '100', thenBy: 'x', errors: 2 }];
  expect(costRows('hour', [], pricing, hours, NONE)).toMatchObject([{ by: '100', then_by: null, errors: 2 }]);
});

test.each([
  [1, 4999],
  [90, 54],
  [744, 5],
  [9999, 1],
])('with %d times, %d values have rows of their own', (times, values) => {
  expect(shownValues(times)).toBe(values);
});
