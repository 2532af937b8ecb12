import request from 'supertest';
import {
  clientUsageResponse,
  subscriptionResponse,
} from '../../../server/contract/resources/client-billing.js';
import { Management, type Visitor } from '../../setup/management.js';

let gateway: Management;
let root: Visitor;
let carl: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  carl = await gateway.user('carl');
});
beforeEach(async () => {
  await gateway.sql('UPDATE users SET status = 1, quota = 2500000, used_quota = 500000 WHERE id = $1', [
    carl.id,
  ]);
  await gateway.sql('DELETE FROM tokens');
  await option('DisplayTokenStatEnabled', 'true');
  await option('DisplayInCurrencyEnabled', 'true');
});
afterAll(() => gateway?.close());

const option = (key: string, value: string) => root.put('/api/option/', { key, value });

/** A key of Carl's, with what its row should say. */
async function key(columns: Record<string, number | boolean> = {}): Promise<string> {
  await carl.post('/api/token/', { name: 'client', unlimited_quota: true, expired_time: -1 });
  const [made] = (await carl.get<{ id: number; key: string }[]>('/api/token/?p=0&size=1')).data;
  const row = { unlimited_quota: false, remain_quota: 1_000_000, used_quota: 250_000, ...columns };
  const sets = Object.keys(row).map((name, index) => `${name} = $${index + 2}`);
  await gateway.sql(`UPDATE tokens SET ${sets.join(', ')} WHERE id = $1`, [made!.id, ...Object.values(row)]);
  return made!.key;
}

const ask = (path: string, bearer?: string) => {
  const sent = request(gateway.app.getHttpServer()).get(path);
  return bearer === undefined ? sent : sent.set('authorization', `Bearer ${bearer}`);
};
const limit = async (bearer: string) =>
  subscriptionResponse.parse((await ask('/v1/dashboard/billing/subscription', bearer)).body);
const spent = async (bearer: string) =>
  clientUsageResponse.parse(
    (await ask('/v1/dashboard/billing/usage?start_date=2024-01-01&end_date=2024-02-01', bearer)).body,
  ).total_usage;

test('a key gets its limit and its usage, in USD, with and without /v1 and sk-', async () => {
  const mine = await key({ expired_time: 4_000_000_000 });
  for (const path of ['/dashboard/billing/subscription', '/v1/dashboard/billing/subscription'])
    for (const bearer of [mine, `sk-${mine}`]) {
      const answer = await ask(path, bearer);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.body).toEqual({
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: 2.5,
        hard_limit_usd: 2.5,
        system_hard_limit_usd: 2.5,
        access_until: 4_000_000_000,
      });
    }
  for (const path of ['/dashboard/billing/usage', '/v1/dashboard/billing/usage'])
    expect((await ask(path, mine)).body).toEqual({ object: 'list', total_usage: 50 });
});

test('a key without a limit, or without an end, says so as clients know it', async () => {
  const answer = await limit(await key({ unlimited_quota: true, remain_quota: -5 }));
  expect(answer).toMatchObject({ hard_limit_usd: 100_000_000, access_until: 0 });
});

test('where the gateway shows the figures of users, they are those of the owner', async () => {
  await option('DisplayTokenStatEnabled', 'false');
  const mine = await key({ expired_time: 4_000_000_000 });
  expect(await limit(mine)).toMatchObject({ hard_limit_usd: 6, access_until: 0 });
  expect(await spent(mine)).toBe(100);
});

test('where the gateway shows quota, it is quota', async () => {
  await option('DisplayInCurrencyEnabled', 'false');
  const mine = await key();
  expect(await limit(mine)).toMatchObject({ hard_limit_usd: 1_250_000 });
  expect(await spent(mine)).toBe(25_000_000);
});

test('an invalid key gets the reason in the format of the client', async () => {
  const refusals: [string | undefined, number][] = [
    [undefined, 401],
    ['sk-unknown', 401],
    [await key({ status: 2 }), 401],
    [await key({ expired_time: 1 }), 401],
    [await key({ remain_quota: 0 }), 401],
  ];
  for (const [bearer, status] of refusals) {
    const answer = await ask('/dashboard/billing/usage', bearer);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: { message: expect.stringMatching(/ \(request id: \w+\)$/), type: 'new_api_error' },
    });
    if (bearer !== undefined) expect(answer.text).not.toContain(bearer);
  }
});

test('the key of a banned user opens nothing', async () => {
  const mine = await key();
  await gateway.sql('UPDATE users SET status = 2 WHERE id = $1', [carl.id]);
  expect((await ask('/dashboard/billing/subscription', mine)).status).toBe(403);
});
