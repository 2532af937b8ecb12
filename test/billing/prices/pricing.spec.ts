import request from 'supertest';
import { priceRow, type PriceRow } from '../../../server/billing/prices/price-list.js';
import { Management, type Visitor } from '../../setup/management.js';

let house: Management;
let root: Visitor;

interface Listed {
  data: PriceRow[];
  group_ratio: Record<string, number>;
  usable_group: Record<string, string>;
}

beforeAll(async () => {
  house = await Management.start();
  root = await house.root();
  await option('GroupRatio', '{"default":1,"vip":0.5,"hidden":3}');
  await option('UserUsableGroups', '{"default":"everybody","vip":"friends"}');
  await option('ModelRatio', '{"gpt-4o":1.25}');
  await option('CompletionRatio', '{"gpt-4o":4}');
  await option('ModelPrice', '{"dall-e-3":0.04}');
  await option('CacheRatio', '{"gpt-4o":0.5}');
  await option('CreateCacheRatio', '{"dall-e-3":1.25}');
  await channel('one', 'gpt-4o,dall-e-3', 'default,vip');
  await channel('two', 'gpt-4o,a-model-of-no-price', 'vip');
});
afterAll(() => house?.close());

async function option(key: string, value: string): Promise<void> {
  const { success, message } = await root.put('/api/option/', { key, value });
  if (!success) throw new Error(message);
}

async function channel(name: string, models: string, group: string): Promise<void> {
  const { success, message } = await root.post('/api/channel/', { type: 1, name, key: 'k', models, group });
  if (!success) throw new Error(message);
}

async function asVisitor(): Promise<Listed> {
  return (await request(house.app.getHttpServer()).get('/api/pricing')).body as Listed;
}

test('every model somebody can call has its price once, sorted by name', async () => {
  const { data } = await asVisitor();
  expect(data.map((row) => priceRow.parse(row))).toMatchObject([
    { model_name: 'a-model-of-no-price', quota_type: 0, model_ratio: 37.5, enable_groups: ['vip'] },
    { model_name: 'dall-e-3', quota_type: 1, model_price: 0.04, model_ratio: 0, owner_by: '' },
    { model_name: 'gpt-4o', quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4 },
  ]);
  expect(data[2]?.enable_groups).toEqual(['default', 'vip']);
});

test('a row says who made the model and what its cache costs, as far as anybody knows', async () => {
  const { data } = await asVisitor();
  expect(data).toMatchObject([
    { model_name: 'a-model-of-no-price', vendor: '', cache_ratio: null, cache_creation_ratio: null },
    { model_name: 'dall-e-3', vendor: 'OpenAI', cache_ratio: null, cache_creation_ratio: null },
    { model_name: 'gpt-4o', vendor: 'OpenAI', cache_ratio: 0.5, cache_creation_ratio: null },
  ]);
  await option('CreateCacheRatio', '{"gpt-4o":1.5}');
  expect((await asVisitor()).data[2]).toMatchObject({ cache_ratio: 0.5, cache_creation_ratio: 1.5 });
});

test('visitors see the groups anybody may use, users their own as well', async () => {
  expect(await asVisitor()).toMatchObject({
    group_ratio: { default: 1, vip: 0.5 },
    usable_group: { default: 'everybody', vip: 'friends' },
  });
  expect(Object.keys((await asVisitor()).group_ratio)).not.toContain('hidden');
  const petra = await house.user('petra');
  await root.put('/api/user/', { id: petra.id, username: 'petra', group: 'hidden' });
  const { extras } = await petra.get('/api/pricing');
  expect(extras).toMatchObject({ group_ratio: { default: 1, vip: 0.5, hidden: 3 } });
});

test('a changed price and a new channel show at once', async () => {
  await option('ModelRatio', '{"gpt-4o":2}');
  await channel('three', 'zephyr', 'default');
  const { data } = await asVisitor();
  expect(data.find(({ model_name }) => model_name === 'gpt-4o')?.model_ratio).toBe(2);
  expect(data.at(-1)?.model_name).toBe('zephyr');
});
