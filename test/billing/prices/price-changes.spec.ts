import type {
  LatestPriceChanges,
  PriceChangeResponse,
  PriceOperationResponse,
  SavePricesResponse,
} from '../../../server/contract/resources/price-change.js';
import type { PriceComparison } from '../../../server/contract/resources/price-comparison.js';
import {
  KEPT_CHANGES,
  KEPT_PER_MODEL,
} from '../../../server/billing/prices/changes/price-changes.repository.js';
import { Management, type Visitor } from '../../setup/management.js';

/** The history of prices and its undo, and the comparison with the public list. */
let gateway: Management;
let root: Visitor;

const table = async (key: string) => {
  const { data } = await root.get<{ key: string; value: string }[]>('/api/option/');
  return JSON.parse(data.find((option) => option.key === key)!.value) as Record<string, unknown>;
};
const put = (key: string, value: unknown) => root.put('/api/option/', { key, value });
const save = (changes: object[], more: object = {}) =>
  root.put<SavePricesResponse>('/api/prices', { changes, ...more });
const history = async (query = '') =>
  (await root.get<PriceChangeResponse[]>(`/api/prices/history?size=100&${query}`)).data;
const operations = async (query = '') =>
  (await root.get<PriceOperationResponse[]>(`/api/prices/history/operations?${query}`)).data;
const undo = (body: object) => root.post<SavePricesResponse>('/api/prices/undo', body);

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
});

afterAll(() => gateway?.close());

test('prices of several models are saved together; each has a row with its price before and after', async () => {
  const ratios = await table('ModelRatio');
  const { data } = await save(
    [
      { model: 'gpt-4o', price: { ModelRatio: 2 }, before: { ModelRatio: 1.25 } },
      { model: 'house', price: { ModelPrice: 0.5, ModelRatio: null }, before: { ModelPrice: null } },
    ],
    { how: 'paste' },
  );
  expect(await table('ModelRatio')).toEqual({ ...ratios, 'gpt-4o': 2 });
  expect(await table('ModelPrice')).toMatchObject({ house: 0.5 });
  expect(await history(`operation=${data.operation}`)).toMatchObject([
    { model: 'house', before: {}, after: { ModelPrice: 0.5 }, how: 'paste', can_undo: true },
    {
      model: 'gpt-4o',
      before: { ModelRatio: 1.25, CacheRatio: 0.5 },
      after: { ModelRatio: 2, CacheRatio: 0.5 },
      operation_size: 2,
      actor_name: 'root',
      undoes: null,
    },
  ]);
  const { data: latest } = await root.get<LatestPriceChanges>('/api/prices/history/latest');
  expect(Object.keys(latest).toSorted()).toEqual(['gpt-4o', 'house']);
  expect(latest['gpt-4o']!.actor_name).toBe('root');

  const undone = await undo({ operation: data.operation });
  expect(await table('ModelRatio')).toEqual(ratios);
  expect(await table('ModelPrice')).not.toHaveProperty('house');
  expect(await operations()).toMatchObject([
    { operation: undone.data.operation, how: 'undo', undoes: data.operation, can_undo: true },
    {
      operation: data.operation,
      how: 'paste',
      changes: [{ model: 'gpt-4o' }, { model: 'house' }],
      can_undo: false,
    },
  ]);
});

test('a table as before any change is the built-in one again, which follows later releases', async () => {
  const rows = await gateway.sql(`SELECT key FROM options WHERE key IN ('ModelRatio', 'ModelPrice')`);
  expect(rows).toEqual([]);
});

test('changes by the options have rows too: one for each model that differs, and none for the others', async () => {
  const ratios = await table('ModelRatio');
  await put('ModelRatio', { ...ratios, 'gpt-4o': 3, 'by-table': 1 });
  const [added, raised] = await history();
  expect(added).toMatchObject({ model: 'gpt-4o', how: 'table', before: { ModelRatio: 1.25 } });
  expect(raised).toMatchObject({ model: 'by-table', before: {}, after: { ModelRatio: 1 } });
  await put('ModelTiers', { 'by-table': [{ min_input_tokens: 1000, model_ratio: 2 }] });
  expect((await history('model=by-table'))[0]).toMatchObject({
    after: { ModelRatio: 1, ModelTiers: [{ min_input_tokens: 1000, model_ratio: 2 }] },
  });
  await put('RetryTimes', 1);
  expect(await history('model=by-table')).toHaveLength(2);
  await root.post('/api/option/rest_model_ratio', {});
  expect((await history('model=by-table'))[0]).toMatchObject({ how: 'reset', before: { ModelRatio: 1 } });
  const [reset] = await operations();
  await undo({ operation: reset!.operation });
  expect(await table('ModelRatio')).toEqual({ ...ratios, 'gpt-4o': 3, 'by-table': 1 });
});

test('a price that has been changed again is not undone, and nothing else with it', async () => {
  const { data } = await save([
    { model: 'one', price: { ModelRatio: 1 } },
    { model: 'two', price: { ModelRatio: 1, CompletionRatio: 4 } },
  ]);
  const later = await save([{ model: 'two', price: { CacheRatio: 0.1 } }]);
  expect(await undo({ operation: data.operation })).toMatchObject({
    status: 400,
    extras: { code: 'price_changed_since', params: { models: 'two', count: 1 } },
  });
  expect(await table('ModelRatio')).toMatchObject({ one: 1, two: 1 });
  expect((await undo({ operation: data.operation, model: 'one' })).success).toBe(true);
  await undo({ operation: later.data.operation });
  expect((await undo({ operation: data.operation })).success).toBe(true);
  expect(await table('ModelRatio')).not.toHaveProperty('two');
  expect((await undo({ operation: data.operation })).extras.code).toBe('price_changed_since');
});

test('what someone else changed meanwhile is not overwritten, and nothing of the request is saved', async () => {
  await save([{ model: 'shared', price: { ModelRatio: 1 } }]);
  const late = await save([
    { model: 'other', price: { ModelRatio: 9 } },
    { model: 'shared', price: { ModelRatio: 3 }, before: { ModelRatio: 2 } },
  ]);
  expect(late.extras).toMatchObject({ code: 'changed_meanwhile', params: { fields: 'shared' } });
  expect(await table('ModelRatio')).toMatchObject({ shared: 1 });
  expect(await table('ModelRatio')).not.toHaveProperty('other');
  // It already is as wanted.
  expect(
    await save([{ model: 'shared', price: { ModelRatio: 1 }, before: { ModelRatio: 2 } }]),
  ).toMatchObject({
    success: true,
    data: { operation: null },
  });
});

test('the last price of a served model is taken only if that is confirmed, by an undo too', async () => {
  const { data } = await save([{ model: 'served', price: { ModelRatio: 1 } }]);
  const channel = { type: 1, key: 'sk-x', group: 'default', name: 'line', models: 'served' };
  await root.post('/api/channel/', channel);
  expect((await undo({ operation: data.operation })).extras.code).toBe('models_lose_price');
  // From a ratio to a price per call in one request.
  expect((await save([{ model: 'served', price: { ModelRatio: null, ModelPrice: 1 } }])).success).toBe(true);
  expect((await save([{ model: 'served', price: { ModelPrice: null } }])).extras.code).toBe(
    'models_lose_price',
  );
  expect((await save([{ model: 'served', price: { ModelPrice: null } }], { confirmed: true })).success).toBe(
    true,
  );
});

test('the newest changes of a model are kept; an operation of which some are deleted is undone model by model', async () => {
  const { data } = await save([
    { model: 'busy', price: { ModelRatio: 1 } },
    { model: 'quiet', price: { ModelRatio: 1 } },
  ]);
  await gateway.sql(
    `INSERT INTO price_changes (operation, operation_size, model, before, after, actor_id, actor_name, how, created_at)
     SELECT gen_random_uuid(), 1, 'busy', '{}', '{}', 1, 'root', 'table', 0 FROM generate_series(1, ${KEPT_PER_MODEL})`,
  );
  await save([{ model: 'busy', price: { ModelRatio: 7 } }]);
  expect(await history('model=busy')).toHaveLength(KEPT_PER_MODEL);
  expect(await undo({ operation: data.operation })).toMatchObject({
    extras: { code: 'price_changes_incomplete', params: { kept: 1, count: 2 } },
  });
  expect((await undo({ operation: data.operation, model: 'busy' })).extras.code).toBe(
    'price_change_not_found',
  );
  expect((await undo({ operation: data.operation, model: 'quiet' })).success).toBe(true);
});

test('the list goes on before an id; names of any length and with any character are kept', async () => {
  const name = 'x'.repeat(3000);
  expect((await put('CacheRatio', { [name]: 1, 'null\0': 1 })).success).toBe(true);
  const all = await history();
  expect(all.map(({ model }) => model)).toEqual(expect.arrayContaining([name, 'null\u{FFFD}']));
  expect((await history(`before=${all[1]!.id}`))[0]).toEqual(all[2]);
  const [newest] = await operations('size=1');
  expect(newest).toMatchObject({ operation: all[0]!.operation });
  expect((await operations(`before=${newest!.first_id}`))[0]!.operation).not.toBe(newest!.operation);
});

test('the comparison has every model with a price and every one that is served, with the version of the list', async () => {
  await save([{ model: 'gpt-4o', price: { ModelRatio: 2.5, CacheRatio: 0.25 } }]);
  const channel = { type: 1, key: 'sk-x', group: 'default', name: 'listed' };
  await root.post('/api/channel/', { ...channel, models: 'codestral-2508,house-unpriced' });
  const { data } = await root.get<PriceComparison>('/api/prices/comparison');
  const of = (name: string) => data.models.find(({ model }) => model === name);
  expect(data.list).toMatchObject({ name: 'genai-prices', enabled: true });
  expect(of('gpt-4o')).toMatchObject({
    state: 'differs',
    own: { input: 5 },
    public: { input: 2.5 },
    difference: 1,
  });
  expect(of('codestral-2508')).toMatchObject({ state: 'only_public', own: null });
  expect(of('house-unpriced')).toMatchObject({ state: 'unpriced', public: null });
  expect(of('dall-e-3')).toMatchObject({ state: 'only_here', own: { call: expect.any(Number) } });
});

test('of all changes, the newest are kept', async () => {
  await gateway.sql(
    `INSERT INTO price_changes (operation, operation_size, model, before, after, actor_id, actor_name, how, created_at)
     SELECT gen_random_uuid(), 1, 'many-' || n, '{}', '{}', 1, 'root', 'table', 0 FROM generate_series(1, ${KEPT_CHANGES}) n`,
  );
  await save([{ model: 'newest', price: { ModelRatio: 1 } }]);
  const [kept] = await gateway.sql<{ rows: number; newest: boolean }>(
    `SELECT count(*)::int AS rows, bool_or(model = 'newest') AS newest FROM price_changes`,
  );
  expect(kept).toEqual({ rows: KEPT_CHANGES, newest: true });
});
