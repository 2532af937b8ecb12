import { billOf } from '../../web/src/features/logs/billing';
import { readPricing } from '../../web/src/features/logs/log-other';

const other = {
  model_ratio: 1.25,
  completion_ratio: 4,
  group_ratio: 1,
  model_price: -1,
  cache_tokens: 200,
  cache_ratio: 0.5,
};

const bill = (change: object, row = { prompt_tokens: 1000, completion_tokens: 500 }) =>
  billOf(row, readPricing(JSON.stringify({ ...other, ...change })));

test('the breakdown of a row adds up to what it cost, cached input at its own ratio', () => {
  const shown = bill({});
  expect(shown?.total).toBeCloseTo(0.00725, 9);
  expect(shown?.lines.map(({ name, tokens }) => [name, tokens])).toEqual([
    ['input', 800],
    ['cached', 200],
    ['output', 500],
  ]);
});

test('the group ratio multiplies the whole', () => {
  expect(bill({ group_ratio: 0.5 })?.total).toBeCloseTo(0.003625, 9);
});

test('a fixed price knows no tokens', () => {
  expect(bill({ model_price: 0.04, group_ratio: 2 })).toMatchObject({ fixed: 0.04, lines: [], total: 0.08 });
});

test('rows without a price have no breakdown', () => {
  expect(billOf({ prompt_tokens: 0, completion_tokens: 0 }, readPricing(''))).toBeUndefined();
});
