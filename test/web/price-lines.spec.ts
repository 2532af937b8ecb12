import { priceLines } from '../../web/src/features/settings/ratio/history/price-lines';

test('a change of a price is shown in USD, and only the parts that differ', () => {
  expect(
    priceLines({ ModelRatio: 1.25, CompletionRatio: 4 }, { ModelRatio: 1.5, CompletionRatio: 4 }),
  ).toEqual([
    { name: 'input', before: '$2.5', after: '$3' },
    { name: 'output', before: '$10', after: '$12' },
  ]);
  expect(priceLines({}, { ModelPrice: 0.04 })).toEqual([{ name: 'call', before: undefined, after: '$0.04' }]);
});

test('a ratio to a price that is not set, and other parts, are shown as they are', () => {
  expect(
    priceLines({ CacheRatio: 0.5 }, { AudioRatio: 2, ModelTiers: [{ min_input_tokens: 1, model_ratio: 2 }] }),
  ).toEqual([
    { name: 'cacheRead', before: '×0.5', after: undefined },
    { name: 'AudioRatio', before: undefined, after: '×2' },
    { name: 'ModelTiers', before: undefined, after: '[{"min_input_tokens":1,"model_ratio":2}]' },
  ]);
});
