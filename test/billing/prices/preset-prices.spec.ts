import type { PriceResponse } from '../../../server/contract/resources/price.js';
import { definitions } from '../../../server/dialects/providers/registry.js';
import { Management, type Visitor } from '../../setup/management.js';

/** Ratio that a model without a price is shown with, and sold at to those who accept it. */
const UNSET_RATIO = 37.5;

let gateway: Management;
let root: Visitor;
let listed: Map<string, PriceResponse>;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  for (const { type, id, models } of served) {
    // Keys of some types are checked, and none is needed here.
    await addChannel({ type: 1, name: id, models: models.join(',') });
    await gateway.sql('UPDATE channels SET type = $1 WHERE name = $2', [type, id]);
  }
  const { data } = await root.get<PriceResponse[]>('/api/pricing');
  listed = new Map(data.map((row) => [row.model_name, row]));
});
afterAll(() => gateway?.close());

/** Providers whose models can be called. */
const served = definitions.filter(({ api, models }) => api && models.length > 0);

test.each(served.map(({ id, models }) => [id, models] as const))(
  'each model that %s suggests has a price, or is listed as not priced for administrators',
  (_id, models) => {
    for (const model of models) {
      const row = listed.get(model);
      expect(row).toBeDefined();
      const { priced, model_ratio: ratio, model_price: price, task } = row!;
      if (!priced) expect([model, ratio, price, task?.usd ?? null]).toEqual([model, UNSET_RATIO, 0, null]);
    }
  },
);

test('the videos of OpenAI have the prices that it publishes', async () => {
  await addChannel({ type: 55, name: 'sora', models: 'sora-2,sora-2-pro' });
  const { data } = await root.get<PriceResponse[]>('/api/pricing');
  const pricesOf = (model: string) => data.find(({ model_name: name }) => name === model);
  expect(pricesOf('sora-2')).toMatchObject({ priced: true, task: { unit: 'second', usd: 0.1 } });
  expect(pricesOf('sora-2-pro')).toMatchObject({ priced: true, task: { unit: 'second', usd: 0.3 } });
});

async function addChannel(fields: { type: number; name: string; models: string }): Promise<void> {
  const { success, message } = await root.post('/api/channel/', {
    ...fields,
    key: 'key',
    group: 'default',
    base_url: 'https://provider.example',
  });
  if (!success) throw new Error(message);
}
