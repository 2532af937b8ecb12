import request from 'supertest';
import { priceResponse, type PriceResponse } from '../../../server/contract/resources/price.js';
import { Management, type Visitor } from '../../setup/management.js';

let gateway: Management;
let root: Visitor;

interface Listed {
  data: PriceResponse[];
  group_ratio: Record<string, number>;
  usable_group: Record<string, string>;
}

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
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
afterAll(() => gateway?.close());

async function option(key: string, value: string): Promise<void> {
  const { success, message } = await root.put('/api/option/', { key, value, confirmed: true });
  if (!success) throw new Error(message);
}

async function channel(name: string, models: string, group: string): Promise<void> {
  const { success, message } = await root.post('/api/channel/', { type: 1, name, key: 'k', models, group });
  if (!success) throw new Error(message);
}

async function asVisitor(): Promise<Listed> {
  return (await request(gateway.app.getHttpServer()).get('/api/pricing')).body as Listed;
}

async function asRoot(): Promise<PriceResponse[]> {
  return (await root.get<PriceResponse[]>('/api/pricing')).data;
}

test('every model somebody can call has its price once, sorted by name', async () => {
  const data = await asRoot();
  expect(data.map((row) => priceResponse.parse(row))).toMatchObject([
    { model_name: 'a-model-of-no-price', quota_type: 0, model_ratio: 37.5, enable_groups: ['vip'] },
    { model_name: 'dall-e-3', quota_type: 1, model_price: 0.04, model_ratio: 0, owner_by: '' },
    { model_name: 'gpt-4o', quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4 },
  ]);
  expect(data[2]?.enable_groups).toEqual(['default', 'vip']);
});

test('prices of the public list are marked, and can be switched off', async () => {
  await channel('three', 'openai/gpt-4.1', 'vip');
  const row = async () => (await asRoot()).find(({ model_name: name }) => name === 'openai/gpt-4.1');
  expect(await row()).toMatchObject({
    priced: true,
    public_list: ['model_ratio', 'completion_ratio', 'cache_ratio'],
  });
  await option('PublicPriceListEnabled', 'false');
  expect(await row()).toMatchObject({ priced: false, public_list: [] });
  await option('PublicPriceListEnabled', 'true');
  await gateway.sql("DELETE FROM channels WHERE name = 'three'");
  await gateway.sql("DELETE FROM abilities WHERE model = 'openai/gpt-4.1'");
});

test('a row says who made the model and what its cache costs, as far as anybody knows', async () => {
  const data = await asRoot();
  expect(data).toMatchObject([
    { model_name: 'a-model-of-no-price', vendor: '', cache_ratio: null, cache_creation_ratio: null },
    { model_name: 'dall-e-3', vendor: 'OpenAI', cache_ratio: null, cache_creation_ratio: null },
    { model_name: 'gpt-4o', vendor: 'OpenAI', cache_ratio: 0.5, cache_creation_ratio: null },
  ]);
  expect(data.map((row) => row.usd_per_million)).toEqual([
    { input: 75, output: expect.any(Number) as number, cache_read: null, cache_write: null },
    null,
    { input: 2.5, output: 10, cache_read: 1.25, cache_write: null },
  ]);
  await option('CreateCacheRatio', '{"gpt-4o":1.5}');
  expect((await asRoot())[2]).toMatchObject({
    cache_ratio: 0.5,
    cache_creation_ratio: 1.5,
    usd_per_million: { cache_read: 1.25, cache_write: 3.75 },
  });
});

test('visitors see the groups anybody may use, users their own as well', async () => {
  expect(await asVisitor()).toMatchObject({
    group_ratio: { default: 1, vip: 0.5 },
    usable_group: { default: 'everybody', vip: 'friends' },
  });
  expect(Object.keys((await asVisitor()).group_ratio)).not.toContain('hidden');
  const petra = await gateway.user('petra');
  await root.put('/api/user/', { id: petra.id, username: 'petra', group: 'hidden' });
  const { extras } = await petra.get('/api/pricing');
  expect(extras).toMatchObject({ group_ratio: { default: 1, vip: 0.5, hidden: 3 } });
});

test('a changed price and a new channel show at once', async () => {
  await option('ModelRatio', '{"gpt-4o":2}');
  await option('ModelPrice', '{"dall-e-3":0.04,"zephyr":0.01}');
  await channel('three', 'zephyr', 'default');
  const { data } = await asVisitor();
  expect(data.find(({ model_name }) => model_name === 'gpt-4o')?.model_ratio).toBe(2);
  expect(data.at(-1)?.model_name).toBe('zephyr');
});

test('a model without price or ratio is not priced: administrators see that, others do not see the model', async () => {
  const unpriced = async (who?: Visitor) => {
    const data = who ? (await who.get<PriceResponse[]>('/api/pricing')).data : (await asVisitor()).data;
    return data.find(({ model_name }) => model_name === 'a-model-of-no-price')?.priced;
  };
  const paula = await gateway.user('paula');
  expect([await unpriced(root), await unpriced(paula), await unpriced()]).toEqual([
    false,
    undefined,
    undefined,
  ]);
  expect((await asVisitor()).data.every(({ priced }) => priced)).toBe(true);

  // Who agreed to the price of such models may call them.
  await gateway.sql(
    `UPDATE users SET setting = '{"accept_unset_model_ratio_model":true}' WHERE username = 'paula'`,
  );
  expect([await unpriced(paula), await unpriced()]).toEqual([true, undefined]);

  // In self-use mode everybody may.
  await option('SelfUseModeEnabled', 'true');
  expect([await unpriced(root), await unpriced()]).toEqual([true, true]);
  await option('SelfUseModeEnabled', 'false');
  expect(await unpriced()).toBeUndefined();

  await option('ModelRatio', '{"gpt-4o":2,"a-model-of-no-price":1}');
  expect(await unpriced()).toBe(true);
});
