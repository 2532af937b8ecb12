import type { ComparedPrice } from '../../server/contract/resources/price-comparison.js';
import {
  adoptedChanges,
  canAdopt,
  comparedRows,
} from '../../web/src/features/settings/ratio/comparison/compared-rows';

const row = (model: string, more: Partial<ComparedPrice>): ComparedPrice => ({
  model,
  state: 'differs',
  own: null,
  public: null,
  difference: null,
  ratios: null,
  ...more,
});
const RATIOS = { ModelRatio: 1.25, CompletionRatio: 4 };

test('the largest difference comes first, then what the list lacks; equal prices are folded', () => {
  const models = [
    row('equal', { state: 'equal', difference: 0 }),
    row('listed', { state: 'only_public' }),
    row('here', { state: 'only_here' }),
    row('unit', {}),
    row('small', { difference: 0.1 }),
    row('large', { difference: 2 }),
    row('cheap', { difference: -0.9 }),
  ];
  const names = (...terms: [Parameters<typeof comparedRows>[1], boolean]) =>
    comparedRows(models, ...terms).map(({ name }) => name);
  expect(names('all', false)).toEqual(['large', 'cheap', 'small', 'unit', 'here', 'listed']);
  expect(names('all', true).at(-1)).toBe('equal');
  expect(names('only_public', true)).toEqual(['listed']);
});

test('prices of the list are taken over as ratios, with what they replace; ratios that it lacks stay', () => {
  const values = {
    ModelPrice: '{"a":0.1}',
    ModelRatio: '{"b":1.25}',
    CompletionRatio: '{"b":4}',
    CacheRatio: '{"a":0.5}',
  };
  const rows = [
    row('a', { ratios: RATIOS }),
    row('b', { ratios: RATIOS }),
    row('c', { ratios: { ...RATIOS, CacheRatio: 0.1 } }),
    row('by-time', {}),
  ];
  expect(rows.map(canAdopt)).toEqual([true, true, true, false]);
  expect(adoptedChanges(rows, values)).toEqual([
    {
      model: 'a',
      before: { ModelPrice: 0.1, ModelRatio: null, CompletionRatio: null },
      price: { ModelPrice: null, ModelRatio: 1.25, CompletionRatio: 4 },
    },
    {
      model: 'c',
      before: { ModelRatio: null, CompletionRatio: null, CacheRatio: null },
      price: { ModelRatio: 1.25, CompletionRatio: 4, CacheRatio: 0.1 },
    },
  ]);
});
