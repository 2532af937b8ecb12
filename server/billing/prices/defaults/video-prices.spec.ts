import { definitionOf } from '../../../dialects/providers/registry.js';
import { completionRule } from './completion-rules.js';
import { defaultTables } from './default-tables.js';
import { videoPrices, videoRatios } from './video-prices.js';

test('every model that Seedance suggests has a ratio, and output costs as much as it says', () => {
  const { models } = definitionOf(54)!;
  expect(Object.keys(videoRatios).sort()).toEqual([...models].sort());
  for (const model of models) {
    expect(defaultTables.modelRatio[model]).toBe(videoRatios[model]);
    expect(completionRule(model)?.ratio ?? 1).toBe(1);
  }
});

test('prices are positive and part of the defaults', () => {
  for (const [model, price] of Object.entries(videoPrices)) {
    expect(price).toBeGreaterThan(0);
    expect(defaultTables.modelPrice[model]).toBe(price);
  }
});

test.each([50, 51, 52])('names of type %d with a price for videos are suggested', (type) => {
  const { models } = definitionOf(type)!;
  const own = /^(?:kling|vidu|jimeng)/;
  const prefix = own.exec(models[0]!)![0];
  const priced = Object.keys(videoPrices).filter((name) => name.startsWith(prefix));
  expect(priced.filter((name) => !models.includes(name.replace(/\/video$/, '')))).toEqual([]);
});
