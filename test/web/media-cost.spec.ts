import type { TaskPriceResponse } from '../../server/contract/resources/tasks/task-price.js';
import { imageCost, taskCost } from '../../web/src/lib/models/media-cost';

/** What the playground says a request will cost. The rules are those of the charge: server/contract/image-terms. */
const perCall = (model_name: string, model_price = 0.04) => ({
  model_name,
  priced: true,
  model_price,
  usd_per_million: null,
});
const perToken = (model_name: string) => ({
  model_name,
  priced: true,
  model_price: 0,
  usd_per_million: { input: 5, output: 40, cache_read: null, cache_write: null },
});
const order = { size: '', quality: '', count: 1 };

test.each([
  ['the default size', order, 1, 0.04],
  ['several in a dearer group', { ...order, count: 3 }, 2, 0.24],
  ['a long size', { ...order, size: '1024x1792' }, 1, 0.08],
  ['high quality', { ...order, quality: 'hd' }, 1, 0.08],
  ['a long size in high quality', { ...order, size: '1792x1024', quality: 'hd' }, 1, 0.12],
])('an image of dall-e-3 has an exact price: %s', (_what, wanted, ratio, usd) => {
  const cost = imageCost(perCall('dall-e-3'), wanted, ratio);
  expect(cost?.kind).toBe('exact');
  expect(cost?.usd).toBeCloseTo(usd, 10);
});

test('images by token cost what their quality takes, and at most the dearest where the model chooses', () => {
  const fixed = imageCost(perToken('gpt-image-1'), { size: '1024x1024', quality: 'low', count: 2 }, 1);
  expect(fixed).toEqual({ usd: (2 * 272 * 40) / 1e6, kind: 'about' });
  expect(imageCost(perToken('gpt-image-1'), order, 1)).toEqual({ usd: (6240 * 40) / 1e6, kind: 'most' });
});

test('the price of other models is about, and unknown where it follows from the answer', () => {
  expect(imageCost(perCall('flux-2-pro', 0.03), order, 1)).toEqual({ usd: 0.03, kind: 'about' });
  expect(imageCost(perToken('gemini-2.5-flash-image'), order, 1)).toBeUndefined();
  expect(imageCost({ ...perCall('x'), priced: false }, order, 1)).toBeUndefined();
});

const video: TaskPriceResponse = {
  family: 'video',
  unit: 'second',
  usd: 0.1,
  price_name: 'v',
  built_in: null,
  seconds: { default: 4, min: 4, max: 12, values: [4, 8, 12] },
  tokens_per_second: null,
  factors: [
    {
      name: 'size',
      options: [
        { value: '720p', ratio: 1, default_ratio: 1 },
        { value: '1080p', ratio: 2, default_ratio: 2 },
      ],
      is_open: false,
    },
  ],
  modes: [],
  example: null,
};

test.each<[string, Parameters<typeof taskCost>[1], number, 'exact' | 'about']>([
  ['its defaults', {}, 0.4, 'exact'],
  ['a duration', { seconds: 8 }, 0.8, 'exact'],
  ['a dearer size', { seconds: 8, options: { size: '1080P' } }, 1.6, 'exact'],
  ['a size without a known price', { options: { size: '1x1' } }, 0.4, 'about'],
  ['parameters of the provider', { hasOthers: true }, 0.4, 'about'],
])('a video costs by %s', (_what, wanted, usd, kind) => {
  const cost = taskCost(video, wanted, 1);
  expect(cost?.kind).toBe(kind);
  expect(cost?.usd).toBeCloseTo(usd, 10);
});

test('videos by token cost about what their seconds take; songs and drawings what one call costs', () => {
  const byToken = { ...video, unit: 'token' as const, usd: 2, tokens_per_second: 20_000, factors: [] };
  expect(taskCost(byToken, { seconds: 5 }, 1.5)).toEqual({ usd: 0.3, kind: 'about' });
  const call = { ...video, unit: 'call' as const, factors: [], modes: [{ mode: 'relax', usd: 0.05 }] };
  expect(taskCost(call, {}, 2)).toEqual({ usd: 0.2, kind: 'exact' });
  expect(taskCost(call, { mode: 'relax' }, 1)).toEqual({ usd: 0.05, kind: 'exact' });
  expect(taskCost({ ...call, usd: null }, {}, 1)).toBeUndefined();
  expect(taskCost(null, {}, 1)).toBeUndefined();
});
