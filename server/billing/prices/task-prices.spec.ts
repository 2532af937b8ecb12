import { optionsInMemory } from '../../../test/options/options-in-memory.js';
import type { OptionKey } from '../../contract/options/index.js';
import type { VideoTerms } from '../../contract/task-terms.js';
import { PricesService } from './prices.service.js';
import { taskCharge, taskPrice } from './task-prices.js';

const terms: VideoTerms = { seconds: { from: 1, to: 10 }, defaultSeconds: 8, factors: [] };

async function pricesWith(values: Partial<Record<OptionKey, unknown>>): Promise<PricesService> {
  const { options } = await optionsInMemory({ ModelPrice: {}, ModelRatio: {}, ...values });
  return new PricesService(options);
}

/** How tasks of the model are charged at these prices per call, second or task. */
async function priced(
  model: string,
  ModelPrice: Readonly<Record<string, number>>,
  ofVideo?: VideoTerms,
  more: Partial<Record<OptionKey, unknown>> = {},
) {
  return taskPrice(model, ofVideo, await pricesWith({ ModelPrice, ...more }));
}

describe('a drawing', () => {
  test('is charged per call, and shows the modes with a price of their own', async () => {
    const table = { mj_imagine: 0.2, mj_fast_imagine: 0.3, mj_turbo_imagine: 0.4, mj_turbo_blend: 0.9 };
    const price = {
      family: 'drawing',
      unit: 'call',
      usd: 0.2,
      price_name: 'mj_imagine',
      built_in: { name: 'mj_imagine', usd: 0.1 },
      seconds: null,
      tokens_per_second: null,
      factors: [],
      modes: [
        { mode: 'fast', usd: 0.3 },
        { mode: 'turbo', usd: 0.4 },
      ],
      example: { seconds: null, tokens: null, usd: 0.2 },
    };
    expect(await priced('mj_imagine', table)).toEqual(price);
    // Whatever else its channels make.
    expect(await priced('mj_imagine', { ...table, 'mj_imagine/video': 1 }, terms)).toEqual(price);
  });

  test.each([
    ['mj_describe', 0.1, { name: 'mj_describe', usd: 0.05 }],
    ['mj_inpaint', 0, { name: 'mj_inpaint', usd: 0 }],
    ['mj_new_action', 0.1, { name: 'mj_new_action', usd: 0.1 }],
    ['swap_face', 0.1, { name: 'swap_face', usd: 0.05 }],
  ])('%s that operators did not price costs %d USD', async (model, usd, builtIn) => {
    expect(await priced(model, {})).toMatchObject({ usd, built_in: builtIn, modes: [], example: { usd } });
  });

  test('has no price per call, and no mode with one, where operators set ratios', async () => {
    const ModelRatio = { mj_imagine: 1, mj_fast_imagine: 2 };
    expect(await priced('mj_imagine', { mj_relax_imagine: 0.1 }, undefined, { ModelRatio })).toMatchObject({
      usd: null,
      modes: [{ mode: 'relax', usd: 0.1 }],
      example: null,
    });
  });
});

describe('music', () => {
  test('is charged per call', async () => {
    expect(await priced('suno_music', { suno_music: 0.3 })).toEqual({
      family: 'music',
      unit: 'call',
      usd: 0.3,
      price_name: 'suno_music',
      built_in: { name: 'suno_music', usd: 0.1 },
      seconds: null,
      tokens_per_second: null,
      factors: [],
      modes: [],
      example: { seconds: null, tokens: null, usd: 0.3 },
    });
  });

  test('without a price has no example, and a free one costs nothing', async () => {
    const unset = { family: 'music', unit: 'call', usd: null, built_in: null, example: null };
    expect(await priced('suno_other', {})).toMatchObject(unset);
    expect(await priced('suno_other', { suno_other: 0 })).toMatchObject({ usd: 0, example: { usd: 0 } });
  });

  test('has no price by token', async () => {
    const ModelRatio = { suno_music: 1 };
    expect(await priced('suno_music', {}, undefined, { ModelRatio })).toMatchObject({
      usd: null,
      example: null,
    });
  });
});

describe('which models make videos', () => {
  const assumed: VideoTerms = { ...terms, isAssumed: true };

  test.each([
    ['without terms, none', 'm', { m: 1 }, undefined],
    ['a name that only ends like one of music, none', 'my_suno_', { my_suno_: 1 }, undefined],
    [
      'with assumed terms, none without a price of a video',
      'm',
      { m: 1, 'n/call': 1, 'n/video': 1 },
      assumed,
    ],
  ])('%s', async (_title, model, table, ofVideo) => {
    expect(await priced(model, table, ofVideo)).toBeUndefined();
  });

  test.each([
    ['with terms, whether priced or not', {}, terms],
    ['with assumed terms and a price of a video', { 'm/video': 1 }, assumed],
    ['with assumed terms and a price per call', { 'm/call': 1 }, assumed],
  ])('%s', async (_title, table, ofVideo) => {
    expect(await priced('m', table, ofVideo)).toMatchObject({ family: 'video' });
  });
});

describe('a video', () => {
  test('is charged per second at the price of its model', async () => {
    expect(await priced('m', { m: 0.1 }, terms)).toEqual({
      family: 'video',
      unit: 'second',
      usd: 0.1,
      price_name: 'm',
      built_in: null,
      seconds: { default: 8, min: 1, max: 10, values: null },
      tokens_per_second: null,
      factors: [],
      modes: [],
      example: { seconds: 5, tokens: null, usd: 0.5 },
    });
  });

  test.each([
    ['its own price, where images have another one', { m: 9, 'm/video': 0.2 }, 'm/video', 'second', 0.2],
    ['the price per call, which wins', { m: 9, 'm/video': 0.2, 'm/call': 3 }, 'm/call', 'call', 3],
  ])('is charged at %s', async (_title, table, name, unit, usd) => {
    expect(await priced('m', table, terms)).toMatchObject({ price_name: name, unit, usd });
  });

  test('charged per call costs the same for every duration', async () => {
    expect((await priced('m', { 'm/call': 3 }, terms))?.example).toEqual({
      seconds: null,
      tokens: null,
      usd: 3,
    });
  });

  test.each([
    [{ seconds: { from: 5, to: 10 }, defaultSeconds: 6 }, 5, 0.5],
    [{ seconds: { from: 1, to: 5 }, defaultSeconds: 2 }, 5, 0.5],
    [{ seconds: { from: 6, to: 10 }, defaultSeconds: 6 }, 6, 0.6],
    // 0.1 × 3 is 0.30000000000000004 in binary.
    [{ seconds: { from: 1, to: 4 }, defaultSeconds: 3 }, 3, 0.3],
    [{ seconds: [10, 5], defaultSeconds: 10 }, 5, 0.5],
    [{ seconds: [4, 12, 8], defaultSeconds: 8 }, 8, 0.8],
  ])('that may be %j has an example of %d seconds', async (durations, seconds, usd) => {
    const price = await priced('m', { m: 0.1 }, { ...terms, ...durations });
    expect(price?.example).toEqual({ seconds, tokens: null, usd });
  });

  test('of certain durations lists them', async () => {
    const price = await priced('m', { m: 0.1 }, { ...terms, seconds: [4, 12, 8], defaultSeconds: 8 });
    expect(price?.seconds).toEqual({ default: 8, min: 4, max: 12, values: [4, 12, 8] });
  });

  test.each([
    ['sora-2', { name: 'sora-2', usd: 0.1 }],
    // Its images have another price.
    ['viduq2', { name: 'viduq2/video', usd: 0.05 }],
    ['m', null],
  ])('%s has the built-in price %j', async (model, builtIn) => {
    expect((await priced(model, { [model]: 7 }, terms))?.built_in).toEqual(builtIn);
  });

  describe('of a model that reports tokens', () => {
    const reporting: VideoTerms = { ...terms, tokensPerSecond: 20_000.1 };
    const ratios = { ModelRatio: { m: 1.5 }, CompletionRatio: { m: 2 } };

    test('is charged by them: ratio 1.5, twice that for output, is 6 USD per million', async () => {
      expect(await priced('m', {}, reporting, ratios)).toMatchObject({
        unit: 'token',
        usd: 6,
        tokens_per_second: 20_000.1,
        // 100,000.5 tokens, rounded up.
        example: { seconds: 5, tokens: 100_001, usd: 0.600006 },
      });
    });

    test('is charged per second where it has such a price', async () => {
      const price = await priced('m', { m: 0.1 }, reporting, ratios);
      expect(price).toMatchObject({ unit: 'second', usd: 0.1, tokens_per_second: 20_000.1 });
    });

    test('has no price without one', async () => {
      expect(await priced('m', {}, reporting)).toMatchObject({ unit: 'token', usd: null, example: null });
    });
  });

  test('has no price by token where the model reports none', async () => {
    const price = await priced('m', {}, terms, { ModelRatio: { m: 1.5 } });
    expect(price).toMatchObject({ unit: 'second', usd: null, example: null });
  });
});

describe('options of a video', () => {
  const factors: VideoTerms['factors'] = [
    { name: 'size', values: { '720p': 1, '1080p': 1.67, '4K': 4 }, isOpen: true },
    { name: 'mode', values: { std: 1, pro: 1.5 } },
  ];

  test('cost what the provider takes', async () => {
    expect((await priced('m', { m: 0.1 }, { ...terms, factors }))?.factors).toEqual([
      {
        name: 'size',
        options: [
          { value: '720p', ratio: 1, default_ratio: 1 },
          { value: '1080p', ratio: 1.67, default_ratio: 1.67 },
          { value: '4K', ratio: 4, default_ratio: 4 },
        ],
        is_open: true,
      },
      {
        name: 'mode',
        options: [
          { value: 'std', ratio: 1, default_ratio: 1 },
          { value: 'pro', ratio: 1.5, default_ratio: 1.5 },
        ],
        is_open: false,
      },
    ]);
  });

  test('cost what operators set, who may add values', async () => {
    const table = {
      m: 0.1,
      'm/size/1080P': 0.2,
      'm/size/4k': 0.5,
      'm/size/8k': 0.8,
      'm/mode/pro': 0,
      // Not a value.
      'm/size/': 1,
    };
    expect((await priced('m', table, { ...terms, factors }))?.factors).toEqual([
      {
        name: 'size',
        options: [
          { value: '720p', ratio: 1, default_ratio: 1 },
          { value: '1080p', ratio: 2, default_ratio: 1.67 },
          { value: '4K', ratio: 5, default_ratio: 4 },
          { value: '8k', ratio: 8, default_ratio: null },
        ],
        is_open: true,
      },
      {
        name: 'mode',
        options: [
          { value: 'std', ratio: 1, default_ratio: 1 },
          { value: 'pro', ratio: 0, default_ratio: 1.5 },
        ],
        is_open: false,
      },
    ]);
  });
});

describe('what a task costs', () => {
  test.each([
    // 1 USD is 500,000 quota.
    ['one call', { usd: 0.1, seconds: 1, ratios: [], group_ratio: 1 }, 50_000, 0.1],
    [
      '5 seconds × 1.5 × 2 in a group of 0.8',
      { usd: 0.1, seconds: 5, ratios: [1.5, 2], group_ratio: 0.8 },
      600_000,
      1.2,
    ],
    ['a free option', { usd: 0.1, seconds: 5, ratios: [0], group_ratio: 1 }, 0, 0],
    // 0.55 quota.
    ['less than a quota unit', { usd: 0.000_001_1, seconds: 1, ratios: [], group_ratio: 1 }, 1, 0.000_002],
  ])('%s', (_title, task, quota, usd) => {
    expect(taskCharge(task, 500_000)).toEqual({ quota, usd });
  });

  test('follows what a USD is worth in quota units', () => {
    const task = { usd: 0.1, seconds: 5, ratios: [2], group_ratio: 1 };
    expect(taskCharge(task, 1000)).toEqual({ quota: 1000, usd: 1 });
  });
});
