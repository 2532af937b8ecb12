import type { PriceResponse } from '../../../server/contract/resources/price.js';
import type {
  TaskChargeResponse,
  TaskPriceResponse,
} from '../../../server/contract/resources/tasks/task-price.js';
import { Management, type Visitor } from '../../setup/management.js';

/** What tasks cost, as the price list shows it. */
let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  await channel(50, 'kling-v1-5,kling-v2-6,mine', { mine: 'kling-v2-6' });
  await channel(55, 'my-video,sora-2-pro');
  await channel(54, 'doubao-seedance-1-5-pro-251215');
  await channel(5, 'mj_imagine,mj_inpaint,mj_edits,swap_face');
  await channel(36, 'suno_music');
  await channel(1, 'gpt-4o');
});
afterAll(() => gateway?.close());

const prices = {
  'kling-v1-5': 0.014,
  'kling-v1-5/video': 0.05,
  'kling-v2-6': 0.04,
  'kling-v2-6/mode/pro': 0.1,
  mine: 0.4,
  'mine/call': 2,
  'sora-2-pro': 0.3,
  'my-video': 0.02,
  'my-video/size/1920x1080': 0.06,
  mj_imagine: 0.2,
  mj_fast_imagine: 0.3,
  suno_music: 0.1,
};
beforeEach(() => option('ModelPrice', JSON.stringify(prices)));

async function option(key: string, value: string): Promise<void> {
  const { success, message } = await root.put('/api/option/', { key, value, confirmed: true });
  if (!success) throw new Error(message);
}

async function channel(type: number, models: string, mapping?: object): Promise<void> {
  const { success, message } = await root.post('/api/channel/', {
    type,
    name: `type ${type}`,
    key: type === 50 ? 'ak|sk' : 'k',
    base_url: 'http://127.0.0.1:9',
    models,
    group: 'default',
    ...(mapping && { model_mapping: JSON.stringify(mapping) }),
  });
  if (!success) throw new Error(message);
}

async function row(model: string): Promise<PriceResponse> {
  const { data } = await root.get<PriceResponse[]>('/api/pricing');
  return data.find(({ model_name: name }) => name === model)!;
}

async function task(model: string): Promise<TaskPriceResponse> {
  return (await row(model)).task!;
}

test('a video costs its price per second times its factors, which are named', async () => {
  const { model_price, quota_type, task: video } = await row('kling-v2-6');
  expect([model_price, quota_type]).toEqual([0.04, 1]);
  expect(video).toEqual({
    family: 'video',
    unit: 'second',
    usd: 0.04,
    price_name: 'kling-v2-6',
    built_in: { name: 'kling-v2-6', usd: 0.042 },
    seconds: { default: 5, min: 5, max: 10, values: [5, 10] },
    tokens_per_second: null,
    factors: [
      {
        name: 'mode',
        options: [
          { value: 'std', ratio: 1, default_ratio: 1 },
          { value: 'pro', ratio: 2.5, default_ratio: 5 / 3 },
        ],
        is_open: false,
      },
      {
        name: 'audio',
        options: [
          { value: 'off', ratio: 1, default_ratio: 1 },
          { value: 'on', ratio: 2, default_ratio: 2 },
        ],
        is_open: false,
      },
    ],
    modes: [],
    example: { seconds: 5, tokens: null, usd: 0.2 },
  });
});

test('a model that also makes images has both prices', async () => {
  expect(await row('kling-v1-5')).toMatchObject({
    model_price: 0.014,
    task: { usd: 0.05, price_name: 'kling-v1-5/video', built_in: { name: 'kling-v1-5/video', usd: 0.056 } },
  });
});

test('a video at a price per call costs the same for all durations; options are those of the upstream model', async () => {
  expect(await task('mine')).toMatchObject({
    unit: 'call',
    usd: 2,
    price_name: 'mine/call',
    built_in: null,
    factors: [{ name: 'mode' }, { name: 'audio' }],
    example: { seconds: null, usd: 2 },
  });
});

test('values that only operators priced are listed', async () => {
  const { factors } = await task('my-video');
  expect(factors[0]).toEqual({
    name: 'size',
    options: [
      { value: '720x1280', ratio: 1, default_ratio: 1 },
      { value: '1920x1080', ratio: 3, default_ratio: null },
    ],
    is_open: true,
  });
});

test('a model that is charged by the tokens of its provider has an estimate', async () => {
  expect(await task('doubao-seedance-1-5-pro-251215')).toMatchObject({
    unit: 'token',
    usd: 2.1918,
    tokens_per_second: 22560,
    example: { seconds: 5, tokens: 112800, usd: 0.24723504 },
    factors: [{ name: 'size' }, { name: 'audio' }, { name: 'tier' }],
  });
});

test('drawings and songs cost their price per call; modes have prices of their own', async () => {
  expect(await task('mj_imagine')).toMatchObject({
    family: 'drawing',
    unit: 'call',
    usd: 0.2,
    modes: [{ mode: 'fast', usd: 0.3 }],
    example: { seconds: null, usd: 0.2 },
  });
  expect(await task('suno_music')).toMatchObject({ family: 'music', unit: 'call', usd: 0.1 });
});

test('a drawing without a price costs 0.1 USD, one that waits for a modal nothing', async () => {
  expect(await row('mj_edits')).toMatchObject({ priced: true, model_price: 0.1, task: { usd: 0.1 } });
  expect(await row('swap_face')).toMatchObject({ priced: true, task: { usd: 0.1 } });
  expect(await row('mj_inpaint')).toMatchObject({ priced: true, task: { usd: 0 } });
});

test('other models have no tasks, and a video without a price is not priced', async () => {
  expect(await row('gpt-4o')).toMatchObject({ task: null });
  await option('ModelPrice', '{}');
  expect(await row('kling-v2-6')).toMatchObject({ priced: false, task: { usd: null, example: null } });
});

test('a charge is computed at a price that is not saved', async () => {
  const given = { usd: 0.04, seconds: 5, ratios: [2.5, 2], group_ratio: 0.5 };
  const { data } = await root.post<TaskChargeResponse>('/api/pricing/task', given);
  expect(data).toEqual({ quota: 250_000, usd: 0.5 });
  expect((await root.post('/api/pricing/task', { ...given, usd: -1 })).success).toBe(false);
});
