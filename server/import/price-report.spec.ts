import { changedPrices, keptPrices, priceBefore, priceLine, type SourcePrices } from './price-report.js';

const source: SourcePrices = {
  modelRatio: { 'gpt-4o': 1.25, 'openai/gpt-4o': 1.25, mine: 2 },
  modelPrice: { draw: 0.1 },
  completionRatio: { 'gpt-4o': 7, mine: 3 },
  cacheRatio: { 'gpt-4o': 0.5 },
  sellsUnset: false,
};
const tables = {
  ...source,
  cacheCreationRatio: {},
  groupRatio: { default: 1 },
  quotaPerUnit: 500_000,
};

const priceThere = (model: string) => priceBefore(source, model);

test('relations of output to input that new-api has built in beat CompletionRatio there', () => {
  expect(priceBefore(source, 'gpt-4o')).toEqual({ model: 1.25, completion: 4, cache: 0.5 });
  expect(priceBefore(source, 'openai/gpt-4o')).toEqual({ model: 1.25, completion: 1, cache: 1 });
  expect(priceBefore(source, 'mine')).toEqual({ model: 2, completion: 3, cache: 1 });
  expect(priceBefore(source, 'draw')).toEqual({ perCall: 0.1 });
  expect(priceBefore(source, 'unheard-of')).toBeUndefined();
});

test('models whose price changes are listed with both, and kept prices change nothing', () => {
  const models = ['draw', 'gpt-4o', 'mine', 'openai/gpt-4o'];
  const changed = changedPrices(models, priceThere, tables, false);
  expect(changed.map(({ model }) => model)).toEqual(['gpt-4o', 'openai/gpt-4o']);
  expect(priceLine(changed[0]!, 500_000)).toBe(
    'gpt-4o: 3500 quota (ratio 1.25, output × 4, cached × 0.5) → 5375 quota (ratio 1.25, output × 7, cached × 0.5)',
  );
  const kept = keptPrices(changed);
  const after = {
    ...tables,
    modelRatio: { ...tables.modelRatio, ...kept.modelRatio },
    completionRatio: { ...tables.completionRatio, ...kept.completionRatio },
    cacheRatio: { ...tables.cacheRatio, ...kept.cacheRatio },
  };
  expect(changedPrices(models, priceThere, after, false)).toEqual([]);
});

test('a model without a price there, which has one here by the public list', () => {
  const [changed] = changedPrices(['openai/gpt-4o-mini'], priceThere, tables, false);
  expect(changed).toMatchObject({ before: undefined, now: { completion: 4 } });
  expect(changedPrices(['openai/gpt-4o-mini'], priceThere, { ...tables, publicList: false }, false)).toEqual(
    [],
  );
});
