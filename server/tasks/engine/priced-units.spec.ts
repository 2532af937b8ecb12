import { pricedUnits } from './call-task.js';

const units = {
  ratios: { seconds: 10, mode: 1.75, audio: 2 },
  options: { size: '720P', mode: 'pro', audio: 'on' },
} as const;
const factors = (entries: readonly (readonly [string, number])[], perCall = false) => ({
  taskFactors: { perCall, ratios: new Map(entries) },
});

test('without prices of operators the factors of the provider apply', () => {
  expect(pricedUnits(units, {})).toBe(units);
});

test('an option that operators priced replaces the factor of the provider', () => {
  expect(
    pricedUnits(
      units,
      factors([
        ['mode/pro', 3],
        ['mode/4k', 9],
      ]),
    ).ratios,
  ).toEqual({ seconds: 10, mode: 3, audio: 2 });
});

test('values are priced whatever their case, also those at the usual price', () => {
  expect(pricedUnits(units, factors([['size/720p', 1.5]])).ratios).toEqual({ ...units.ratios, size: 1.5 });
});

test('a value at the price of the default is no factor', () => {
  expect(pricedUnits(units, factors([['audio/on', 1]])).ratios).toEqual({ seconds: 10, mode: 1.75 });
});

test('a price per call is the same for all durations', () => {
  expect(pricedUnits(units, factors([], true)).ratios).toEqual({ mode: 1.75, audio: 2 });
});
