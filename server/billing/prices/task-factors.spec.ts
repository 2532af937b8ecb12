import { taskFactors } from './task-factors.js';

const prices = {
  viduq2: 0.03,
  'viduq2/video': 0.05,
  'viduq2/video/size/1080P': 0.11,
  'viduq2/video/speed/fast': 9,
  'viduq2/size/1080p': 9,
};

test('prices of options are multiples of the price with defaults, whatever the case of their value', () => {
  expect(taskFactors(prices, 'viduq2/video', 0.05)).toEqual({
    perCall: false,
    ratios: new Map([['size/1080p', 2.2]]),
  });
});

test('a model without such prices has no factors', () => {
  expect(taskFactors({ m: 1, 'm/video': 1 }, 'm', 1)).toBeUndefined();
});

test('a free model is free with every option', () => {
  expect(taskFactors(prices, 'viduq2/video', 0)).toBeUndefined();
});

test('the name says that a price is per call', () => {
  expect(taskFactors({ 'm/call': 1 }, 'm/call', 1)).toEqual({ perCall: true, ratios: new Map() });
});
