import { Management, type Visitor } from '../setup/management.js';

/** A change of an option cannot take the last price of models that are served. */
let gateway: Management;
let root: Visitor;

const put = (key: string, value: unknown, more: object = {}) =>
  root.put('/api/option/', { key, value, ...more });
const stored = async (key: string) => {
  const { data } = await root.get<{ key: string; value: string }[]>('/api/option/');
  return JSON.parse(data.find((option) => option.key === key)!.value) as Record<string, number>;
};

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  await put('ModelRatio', { 'house-a': 1, 'house-b': 2, 'house-off': 3, 'not-served': 4 });
  const channel = { type: 1, key: 'sk-x', group: 'default' };
  await root.post('/api/channel/', { ...channel, name: 'one', models: 'house-a,house-b' });
  await root.post('/api/channel/', { ...channel, name: 'two', models: 'house-a,never-priced' });
  await root.post('/api/channel/', { ...channel, name: 'off', models: 'house-off' });
  await gateway.sql(`UPDATE channels SET status = 2 WHERE name = 'off'`);
  await gateway.sql(`UPDATE abilities SET enabled = false WHERE model = 'house-off'`);
});

afterAll(() => gateway?.close());

test('is refused with the models and the number of channels, and changes nothing', async () => {
  const { status, success, message, extras } = await put('ModelRatio', { other: 1 });
  expect(extras).toMatchObject({ code: 'models_lose_price' });
  expect([status, success, message]).toEqual([
    400,
    false,
    '保存后将有 2 个模型没有价格，请求会被拒绝：house-a, house-b（2 个启用的渠道提供这些模型）。请先从渠道中移除这些模型，或确认后保存。',
  ]);
  expect(await stored('ModelRatio')).toHaveProperty('house-a', 1);
});

test('models that no enabled channel serves, or that have another price, may lose theirs', async () => {
  expect((await put('ModelRatio', { 'house-a': 1, 'house-b': 2 })).success).toBe(true);
  await put('ModelPrice', { 'house-b': 0.1 });
  expect((await put('ModelRatio', { 'house-a': 1 })).success).toBe(true);
  const { message } = await put('ModelPrice', {});
  expect(message).toContain('1 个模型没有价格，请求会被拒绝：house-b（1 个启用的渠道');
});

test('two changes at the same time do not each rely on the price that the other one takes', async () => {
  await put('ModelPrice', { 'house-a': 0.2, 'house-b': 0.1 });
  const saved = await Promise.all([
    put('ModelPrice', { 'house-b': 0.1 }),
    put('ModelRatio', { 'house-c': 1 }),
  ]);
  expect(saved.filter(({ success }) => success)).toHaveLength(1);
  await put('ModelRatio', { 'house-a': 1 });
  // Either may have been saved.
  await put('ModelPrice', { 'house-b': 0.1 });
});

test('prices of the public list count as long as it is used', async () => {
  const channel = { type: 1, key: 'sk-x', group: 'default', name: 'listed' };
  // A model that only the public list prices.
  await root.post('/api/channel/', { ...channel, models: 'codestral-2508' });
  expect((await put('PublicPriceListEnabled', false)).message).toContain('codestral-2508');
  await root.put('/api/option/', { key: 'SelfUseModeEnabled', value: true });
  expect((await put('PublicPriceListEnabled', false)).success).toBe(true);
  // Without self-use mode they could not be sold any more.
  expect((await put('SelfUseModeEnabled', false)).message).toContain('codestral-2508');
  await put('PublicPriceListEnabled', true);
  expect((await put('SelfUseModeEnabled', false, { confirmed: true })).success).toBe(true);
});

test('is saved when it is confirmed, also as a reset', async () => {
  expect((await put('ModelRatio', {}, { confirmed: true })).success).toBe(true);
  expect(await stored('ModelRatio')).toEqual({});
  await put('ModelRatio', { 'house-a': 1 });
  const reset = (body: object) => root.post('/api/option/rest_model_ratio', body);
  expect((await reset({})).message).toContain('house-a');
  expect((await reset({ confirmed: true })).success).toBe(true);
  expect(await stored('ModelRatio')).not.toHaveProperty('house-a');
});

test('a price that another process has stored counts before this one has read it', async () => {
  await put('ModelRatio', { 'house-a': 1 }, { confirmed: true });
  await gateway.sql(`UPDATE options SET value = '{"house-a":1,"never-priced":3}' WHERE key = 'ModelRatio'`);
  expect((await put('ModelRatio', { 'house-a': 1 })).message).toContain('never-priced');
});
