import { loggedCharge } from '../../../contract/resources/logs/log-details.js';
import { chargeFor } from '../charge/charge.js';
import { loggedPrice, loggedUsage } from './logged-price.js';

type Row = Readonly<Record<string, unknown>>;

const parsed = (row: Row) => loggedCharge.parse({ model_ratio: 1, ...row });
const priceOf = (row: Row) => loggedPrice('m', parsed(row));
const usageOf = (columns: { prompt?: number; completion?: number }, row: Row = {}) =>
  loggedUsage(
    { prompt_tokens: columns.prompt ?? 0, completion_tokens: columns.completion ?? 0 },
    parsed(row),
  );

describe('the price of a log row', () => {
  test('per token has the ratios of the row', () => {
    const row = {
      model_ratio: 1.5,
      completion_ratio: 5,
      group_ratio: 0.8,
      cache_ratio: 0.1,
      cache_creation_ratio: 1.25,
      cache_creation_ratio_1h: 2,
      audio_ratio: 20,
      audio_completion_ratio: 2,
      audio_cache_ratio: 0.4,
      image_ratio: 3,
      image_completion_ratio: 7,
      price_source: 'list',
      service_tier_ratio: 0.5,
      quota_per_unit: 1000,
      tool_surcharges: [{ name: 'web_search', count: 2, price: 10 }],
    };
    expect(priceOf(row)).toMatchObject({
      model: 'm',
      source: 'list',
      modelPrice: -1,
      modelRatio: 1.5,
      completionRatio: 5,
      cacheRatio: 0.1,
      creationRatio: 1.25,
      creationRatio1h: 2,
      groupRatio: 0.8,
      media: { audioInput: 20, audioCache: 0.4, audioCompletion: 2, imageInput: 3, imageOutput: 7 },
      serviceTierRatio: 0.5,
      quotaPerUnit: 1000,
      toolPrices: { web_search: 10 },
    });
  });

  test('lacks what the row lacks: images then cost as much as text, and 1 USD is 500000 quota', () => {
    const price = priceOf({ completion_ratio: 4 });
    expect(price).toMatchObject({ media: { imageOutput: 4 }, quotaPerUnit: 500_000, toolPrices: {} });
    expect(price).not.toHaveProperty('tierFrom');
  });

  test('names the tier', () => {
    expect(priceOf({ tier_from: 200_000 }).tierFrom).toBe(200_000);
    expect(priceOf({ tier_from: 0 }).tierFrom).toBe(0);
  });

  test('per call is that of one call, and may be 0', () => {
    expect(priceOf({ model_price: 0.12, call_price: 0.04, group_ratio: 2 })).toMatchObject({
      modelPrice: 0.04,
      groupRatio: 2,
      quotaPerUnit: 500_000,
    });
    expect(priceOf({ model_price: 0.12 }).modelPrice).toBe(0.12);
    expect(priceOf({ model_price: 0 })).toMatchObject({ modelPrice: 0, free: true });
  });
});

describe('the usage of a log row', () => {
  test('is its tokens by class, where the columns include all of them', () => {
    const row = {
      cache_tokens: 200,
      cache_creation_tokens: 100,
      cache_creation_tokens_1h: 40,
      reasoning_tokens: 30,
    };
    expect(usageOf({ prompt: 1000, completion: 100 }, row)).toStrictEqual({
      input: 700,
      cacheRead: 200,
      cacheWrite5m: 60,
      cacheWrite1h: 40,
      output: 70,
      reasoning: 30,
      more: undefined,
    });
  });

  test.each([{ claude: true }, { usage_semantic: 'anthropic' }])(
    'has all prompt tokens as input where they exclude cached ones: %j',
    (semantics) => {
      const row = { ...semantics, cache_tokens: 200, cache_creation_tokens: 100 };
      expect(usageOf({ prompt: 1000 }, row)).toMatchObject({
        input: 1000,
        cacheRead: 200,
        cacheWrite5m: 100,
      });
    },
  );

  test('is never negative, whatever an imported row has', () => {
    const row = { cache_tokens: 20, reasoning_tokens: 5 };
    expect(usageOf({ prompt: 10, completion: 3 }, row)).toMatchObject({ input: 0, output: 0 });
  });

  test('excludes audio and images from text', () => {
    const row = {
      audio_input: 100,
      audio_output: 10,
      audio_cache_tokens: 40,
      image_input: 200,
      image_output: 20,
    };
    expect(usageOf({ prompt: 1000, completion: 50 }, row)).toStrictEqual({
      input: 660,
      cacheRead: 0,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      output: 20,
      reasoning: 0,
      more: { audioInput: 100, audioOutput: 10, audioCacheRead: 40, imageInput: 200, imageOutput: 20 },
    });
  });

  const none = { audioInput: 0, audioOutput: 0, audioCacheRead: 0, imageInput: 0, imageOutput: 0 };

  test.each([
    ['audio in and out', { audio_input: 5, audio_output: 5 }, { audioInput: 5, audioOutput: 5 }],
    ['cached audio', { audio_input: 5, audio_cache_tokens: 5 }, { audioInput: 5, audioCacheRead: 5 }],
    ['audio and images', { audio_input: 5, image_input: 5 }, { audioInput: 5, imageInput: 5 }],
    ['images in and out', { image_input: 5, image_output: 5 }, { imageInput: 5, imageOutput: 5 }],
    ['the mark of audio', { audio: true }, {}],
    ['the mark of a realtime session', { ws: true }, {}],
    ['the mark of images', { image: true }, {}],
    ['a number of images', { images: 2 }, { images: 2 }],
    ['no images', { images: 0 }, { images: 0 }],
    ['a number of calls', { calls: 1.5 }, { calls: 1.5 }],
    ['a unit', { usage_unit: 'characters' }, { unit: 'characters' }],
    ['parts of the input', { extras: { thumbnail: 0.25 } }, { extras: { thumbnail: 0.25 } }],
    [
      'calls of tools',
      { tool_surcharges: [{ name: 'web_search', count: 2, price: 10 }] },
      { tools: { web_search: 2 } },
    ],
  ])('has more than text with %s', (_title, row, more) => {
    expect(usageOf({ prompt: 10, completion: 10 }, row).more).toStrictEqual({ ...none, ...more });
  });

  test('has nothing more than text otherwise', () => {
    const row = { cache_tokens: 5, reasoning_tokens: 5 };
    expect(usageOf({ prompt: 10, completion: 10 }, row).more).toBeUndefined();
  });
});

test.each([
  // 1000 × 1.25 + 500 × 1.25 × 4.
  ['tokens', { model_ratio: 1.25, completion_ratio: 4 }, { prompt: 1000, completion: 500 }, 3750],
  // 3 calls of 0.04 USD at half the price.
  ['calls', { model_price: 0.12, call_price: 0.04, calls: 3, group_ratio: 0.5 }, {}, 30_000],
  // 100 × 2, and 2 searches of 10 USD per thousand.
  [
    'tokens and tools',
    { model_ratio: 2, tool_surcharges: [{ name: 'web_search', count: 2, price: 10 }] },
    { prompt: 100 },
    10_200,
  ],
])('a row of %s is charged again as it was', (_title, row, columns, quota) => {
  expect(chargeFor(usageOf(columns, row), priceOf(row))).toBe(quota);
});
