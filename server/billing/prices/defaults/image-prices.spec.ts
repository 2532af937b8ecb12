import { definitionOf } from '../../../dialects/providers/registry.js';
import { imagePrices } from './image-prices.js';
import { videoPrices } from './video-prices.js';

test.each([50, 51, 52, 56, 1100, 1101, 1102, 1103, 1104])(
  'every model that type %d suggests has a price',
  (type) => {
    const { models } = definitionOf(type)!;
    expect(models.length).toBeGreaterThan(0);
    expect(models.filter((model) => !((imagePrices[model] ?? videoPrices[model])! > 0))).toEqual([]);
  },
);

test('no price is of a model that is not suggested', () => {
  const suggested = [1, 17, 24, 41, 35, 45, 48, 50, 51, 52, 56, 1100, 1101, 1102, 1103, 1104].flatMap(
    (type) => definitionOf(type)!.models,
  );
  expect(Object.keys(imagePrices).filter((model) => !suggested.includes(model))).toEqual([]);
});
