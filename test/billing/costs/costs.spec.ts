import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import type { Redis } from 'ioredis';
import { returnCharge } from '../../../server/billing/ledger/charge-returns.repository.js';
import { settleItem } from '../../../server/billing/ledger/journal-entry.js';
import { UsageRebuild } from '../../../server/billing/usage-hours/usage-rebuild.service.js';
import type {
  CostProofResponse,
  CostRow,
  CostsRequest,
  CostsResponse,
} from '../../../server/contract/resources/costs/costs.js';
import type { PurchasePriceResponse } from '../../../server/contract/resources/costs/purchase-price.js';
import { requestId as newRequestId } from '../../../server/core/ids.js';
import { REDIS } from '../../../server/core/injection.js';
import { RequestStatistics } from '../../../server/statistics/request-statistics.js';
import { Schedules } from '../../../worker/schedules.js';
import { TestGateway } from '../../setup/test-gateway.js';
import { charge, holdFor } from '../ledger/ledger-harness.js';

const app = TestGateway.forAllTests();
const HOUR = 3600;
const now = Math.floor(Date.now() / 1000);
/** All of the test, also if an hour ends during it. */
const period = { from: now - 24 * HOUR, to: now + 2 * HOUR };
const PASSWORD = 'of someone 1234';
let channel: number;
let other: number;
let models: [string, string];
/** The user's key. */
let key: string;
let user: number;

const query = (request: Partial<CostsRequest> = {}) =>
  app.gateway.manage<CostsResponse>('POST', '/api/costs/query', { ...period, ...request });
const proof = () =>
  app.gateway.manage<CostProofResponse>('GET', `/api/costs/proof?from=${period.from}&to=${period.to}`);

async function asUser<T>(method: string, path: string, body?: object): Promise<{ code?: string; data: T }> {
  const response = await fetch(`${app.gateway.url}${path}`, {
    method,
    headers: { ...(await app.gateway.session('buyer', PASSWORD)), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { code?: string; data: T };
}

async function sent(times: number, withKey = app.key): Promise<void> {
  for (let index = 0; index < times; index++) await (await app.ask('hello', {}, withKey)).text();
  await app.gateway.quiet();
}

async function lastRequest(): Promise<{ request_id: string; quota: number }> {
  const [row] = await app.gateway.sql<{ request_id: string; quota: number }>(
    'SELECT request_id, quota FROM logs WHERE type = 2 ORDER BY id DESC LIMIT 1',
  );
  return row!;
}

/** Charges a request as the sweeper does for a dead server, and then by that server, with more. */
async function corrected(): Promise<void> {
  const requestId = newRequestId();
  const redis = app.gateway.app.get<Redis>(REDIS);
  for (const [quota, provisional] of [
    [40, ['s', '1']],
    [70, []],
  ] as const) {
    const hold = { ...holdFor(1, quota, { requestId }), amount: quota };
    const { charge: amount, entry } = settleItem(hold, charge(quota));
    await redis.xadd(
      'tollgate:journal',
      '*',
      'r',
      requestId,
      'a',
      `1 0 ${amount}`,
      'e',
      entry,
      ...provisional,
    );
    await redis.hincrby('tollgate:user:1', 'o', quota);
  }
  await app.gateway.posted();
}

const ROWS = `SELECT at, user_id, token_id, channel_id, model, group_name, requests, prompt_tokens, completion_tokens,
  cached_tokens, cache_write_tokens, quota, list_quota FROM usage_hours
  WHERE requests <> 0 OR quota <> 0 OR list_quota <> 0 ORDER BY 1, 2, 3, 4, 5, 6`;
const CHANNEL_ROWS = `SELECT at, channel_id, model, group_name, requests, quota, list_quota FROM usage_channel_hours
  WHERE requests <> 0 OR quota <> 0 OR list_quota <> 0 ORDER BY 1, 2, 3, 4`;

beforeAll(async () => {
  // The worker's own counting must not come between.
  const { table } = app.gateway.worker.get(Schedules, { strict: false });
  const schedule = table.find(({ name }) => name === 'billing.count-usage')!;
  schedule.run = () => Promise.resolve(undefined);
  await app.gateway.option('RetryTimes', '0');
  await app.gateway.option('GroupRatio', JSON.stringify({ default: 4, vip: 2 }));
  await app.freshModel();
  const first = app.model;
  channel = await app.addChannel('sk-one', { name: 'one', tag: 'fast', group: 'default,vip' });
  await app.gateway.manage('POST', '/api/user/', {
    username: 'buyer',
    password: PASSWORD,
    display_name: 'buyer',
  });
  const [row] = await app.gateway.sql<{ id: number }>(`SELECT id FROM users WHERE username = 'buyer'`);
  user = row!.id;
  await app.gateway.setQuota(1_000_000, user);
  await asUser('POST', '/api/token/', { name: 'mine', unlimited_quota: true });
  const tokens = await asUser<{ key: string }[]>('GET', '/api/token/?p=0&size=10');
  key = `sk-${tokens.data[0]!.key}`;
  await sent(2);
  await sent(1, key);
  await app.freshModel();
  models = [first, app.model];
  other = await app.addChannel('sk-two', { name: 'two' });
  await sent(3);
  app.upstream.next({ refuse: { status: 500, message: 'down' } });
  await sent(1);
  await app.gateway.app.get(RequestStatistics).write();
});

test('whatever changes a charge, the sums equal the ledger', async () => {
  const database = app.gateway.worker.get(DataSource);
  expect(await proof()).toMatchObject({ difference: 0 });
  const before = (await proof()).ledger;
  const refunded = await lastRequest();
  await app.gateway.manage('POST', `/api/log/${refunded.request_id}/refund`, { quota: 2, reason: 'late' });
  expect(await proof()).toMatchObject({ difference: 0, ledger: before - 2 });
  await sent(1);
  const failed = await lastRequest();
  await database.transaction((manager) => returnCharge(manager, failed.request_id, 'refund', 'it failed'));
  expect(await proof()).toMatchObject({ difference: 0, ledger: before - 2 });
  await sent(1);
  const estimated = await lastRequest();
  await database.transaction((manager) =>
    returnCharge(manager, estimated.request_id, 'settle', 'it took less', 1),
  );
  await corrected();
  const left = estimated.quota - 1 + 70;
  expect(await proof()).toMatchObject({ difference: 0, ledger: before - 2 + left });
  // 2 + 1 + 3 requests, the estimated and the corrected one; the failed task is none.
  const { totals } = await query();
  expect(totals).toMatchObject({ requests: 8, quota: before - 2 + left });
});

test('hours that are counted again from the ledger are the same', async () => {
  const live = await app.gateway.sql(ROWS);
  const channels = await app.gateway.sql(CHANNEL_ROWS);
  expect(live.length).toBeGreaterThan(3);
  const rebuild = app.gateway.worker.get(UsageRebuild, { strict: false });
  const restart = () =>
    app.gateway.sql(`UPDATE usage_rebuilds SET complete_from = ${now - (now % HOUR) + 2 * HOUR}`);
  for (const change of [
    'DELETE FROM usage_hours',
    'UPDATE usage_hours SET quota = quota + 1, requests = requests + 1',
    'DELETE FROM usage_channel_hours; UPDATE usage_hours SET requests = requests - 1',
  ]) {
    await restart();
    for (const statement of change.split(';')) await app.gateway.sql(statement);
    expect((await proof()).complete_from).toBeGreaterThan(0);
    expect(await rebuild.carryOut()).toBeGreaterThan(0);
    expect(await app.gateway.sql(ROWS)).toEqual(live);
    expect(await app.gateway.sql(CHANNEL_ROWS)).toEqual(channels);
    expect(await proof()).toMatchObject({ difference: 0, complete_from: 0 });
  }
  await restart();
  expect(await rebuild.carryOut()).toBe(0);
  // Hours in which a worker of an earlier release has posted since are found later.
  await app.gateway.sql('UPDATE usage_hours SET quota = quota - 1');
  expect(await rebuild.carryOut()).toBeGreaterThan(0);
  expect(await rebuild.carryOut()).toBe(0);
  expect(await app.gateway.sql(ROWS)).toEqual(live);
});

test('hours are counted again while charges are posted, and each charge is counted once', async () => {
  const rebuild = app.gateway.worker.get(UsageRebuild, { strict: false });
  const restart = () =>
    app.gateway.sql(`UPDATE usage_rebuilds SET complete_from = ${now - (now % HOUR) + 2 * HOUR}`);
  const busy = sent(12);
  for (let round = 0; round < 4; round++) {
    await app.gateway.sql('DELETE FROM usage_hours');
    await restart();
    expect(await rebuild.carryOut()).toBeGreaterThan(0);
  }
  await busy;
  expect(await proof()).toMatchObject({ difference: 0 });
  await restart();
  expect(await rebuild.carryOut()).toBe(0);
});

const byKey = (rows: readonly CostRow[]) => new Map(rows.map((row) => [row.by, row]));

test('costs are divided by one or two dimensions, which add up to the total', async () => {
  const byModel = await query({ by: 'model' });
  const { totals } = byModel;
  const sum = (rows: readonly CostRow[], of: 'quota' | 'requests') =>
    rows.reduce((all, row) => all + row[of], 0);
  expect(byModel.rows.map(({ by }) => by)).toEqual(expect.arrayContaining(models));
  expect(byModel.previous.quota).toBe(0);
  expect(byModel.moved_by).toBe('model');
  expect(byModel.movements[0]).toMatchObject({ before: 0 });
  expect(byKey(byModel.rows).get(models[1])).toMatchObject({ errors: 1 });
  expect(totals.errors).toBe(1);
  for (const [by, then_by] of [
    ['day', 'model'],
    ['hour', 'channel'],
    ['provider', 'tag'],
    ['channel', 'day'],
    ['user', 'token'],
    ['group', undefined],
    ['day', undefined],
  ] as const) {
    const { rows } = await query({ by, ...(then_by && { then_by }), time_zone: 'Asia/Shanghai' });
    expect([by, sum(rows, 'quota'), sum(rows, 'requests')]).toEqual([by, totals.quota, totals.requests]);
  }
  const byChannel = await query({ by: 'channel' });
  expect(byChannel.names).toMatchObject({ [channel]: 'one', [other]: 'two' });
  const byTag = byKey((await query({ by: 'tag' })).rows);
  expect(byTag.get('fast')).toMatchObject({
    requests: 3,
    quota: byKey(byChannel.rows).get(String(channel))!.quota,
  });
  // The group ratio is 4.
  const row = byKey(byModel.rows).get(models[0])!;
  expect(row.list_quota * 4).toBe(row.quota);
  const filtered = await query({ by: 'user', filters: { channel: [channel] } });
  expect(filtered.rows).toMatchObject([
    { by: '1', requests: 2 },
    { by: String(user), requests: 1 },
  ]);
  expect(filtered.names[String(user)]).toBe('buyer');
  expect(filtered.totals.errors).toBeNull();
});

test('beyond the limit of rows, the others are one row and nothing is lost', async () => {
  const hour = now - (now % HOUR) - 2 * HOUR;
  await app.gateway.sql(
    `INSERT INTO usage_channel_hours SELECT $1, 777, 'many ' || n, 'default', 1, 0, 0, 0, 0, n, n FROM generate_series(1, 6000) n`,
    [hour],
  );
  try {
    const filters = { channel: [777] };
    const whole = await query({ by: 'model', filters });
    expect(whole.rows).toHaveLength(5000);
    expect(whole.rows[0]).toMatchObject({ by: 'many 6000', quota: 6000 });
    expect(whole.rows.at(-1)).toMatchObject({ by: null, requests: 1001, quota: (1001 * 1002) / 2 });
    expect(whole.totals.quota).toBe((6000 * 6001) / 2);
    expect(whole.movements).toHaveLength(11);
    const daily = await query({ by: 'day', then_by: 'model', filters });
    const days = new Set(daily.rows.map(({ by }) => by)).size;
    expect(daily.rows.length).toBeLessThanOrEqual(5000);
    expect(daily.rows.filter(({ then_by }) => then_by === null).length).toBe(days);
    expect(daily.rows.reduce((sum, { quota }) => sum + quota, 0)).toBe(whole.totals.quota);
  } finally {
    await app.gateway.sql('DELETE FROM usage_channel_hours WHERE channel_id = 777');
  }
});

describe('purchase prices', () => {
  const PRICES = '/api/costs/prices';
  const add = (price: object) => app.gateway.manage<PurchasePriceResponse>('POST', PRICES, price);

  test('count from their time on, also a past one, and tell what is sold below them', async () => {
    expect((await query()).totals).toMatchObject({ purchase: null, margin: null });
    const cheap = await add({ channel_id: channel, from: 0, kind: 'ratio', ratio: 0.25 });
    const before = byKey((await query({ by: 'channel' })).rows).get(String(channel))!;
    expect(before.purchase).toBe(Math.round(before.list_quota * 0.25));
    expect(before.margin).toBe(before.quota - before.purchase!);
    // The model's own price replaces that of the channel; of the other channel only one has a price.
    const own = await add({ channel_id: channel, model: models[0], from: 0, kind: 'call', call: 1 });
    const after = await query({ by: 'channel' });
    expect(byKey(after.rows).get(String(channel))).toMatchObject({ purchase: 3 * 500_000 });
    expect(byKey(after.rows).get(String(other))).toMatchObject({ purchase: null, margin: null });
    expect(after.totals.purchase).toBe(3 * 500_000);
    expect(after.losses).toMatchObject([{ channel, name: 'one', model: models[0], purchase: 3 * 500_000 }]);
    // From tomorrow on: not yet.
    const later = await add({
      channel_id: channel,
      model: models[0],
      from: now + 24 * HOUR,
      kind: 'tokens',
      input: 1,
      output: 2,
    });
    expect((await query()).totals.purchase).toBe(3 * 500_000);
    expect(await app.gateway.manage('GET', `${PRICES}?channel_id=${channel}`)).toEqual([cheap, later, own]);
    const own_costs = await asUser<CostsResponse>('POST', '/api/costs/query', period);
    expect(own_costs.data.totals).toMatchObject({ purchase: null, margin: null });
    expect(own_costs.data.losses).toEqual([]);
    for (const { id } of [cheap, later, own]) await app.gateway.manage('DELETE', `${PRICES}/${id}`);
    expect((await query()).totals.purchase).toBeNull();
    const audited = await app.gateway.sql<{ action: string }>(
      `SELECT action FROM audit_log WHERE action LIKE 'purchase_price_%' ORDER BY id`,
    );
    expect(audited.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 3 }, () => 'purchase_price_added'),
      ...Array.from({ length: 3 }, () => 'purchase_price_removed'),
    ]);
  });

  test('of an upstream that is a gateway of the compatible API are read without its key, and not stored', async () => {
    const requests: Record<string, string | string[] | undefined>[] = [];
    let list = JSON.stringify({
      data: [{ model_name: 'm', quota_type: 0, model_ratio: 1, completion_ratio: 4 }],
      group_ratio: { default: 0.7 },
    });
    const server = createServer((incoming, response) => {
      requests.push({ url: incoming.url, authorization: incoming.headers.authorization });
      response.setHeader('content-type', 'application/json').end(list);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const id = await app.addChannel('sk-secret', { base_url: `http://127.0.0.1:${port}/v1` });
      const path = `/api/channel/${id}/upstream_prices`;
      expect(await app.gateway.manage('GET', path)).toEqual({
        groups: { default: 0.7 },
        prices: [
          { model: 'm', kind: 'tokens', input: 2, output: 8, cached: null, cache_write: null, call: null },
        ],
      });
      expect(requests).toEqual([{ url: '/api/pricing', authorization: undefined }]);
      list = '{"data": "none"}';
      await expect(app.gateway.manage('GET', path)).rejects.toThrow();
      expect(await app.gateway.manage('GET', PRICES)).toEqual([]);
      await app.gateway.manage('DELETE', `/api/channel/${id}/`);
    } finally {
      server.close();
    }
  });

  test('are refused where they are incomplete, repeated or of nothing', async () => {
    const refused = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${app.gateway.url}${path}`, {
        method,
        headers: { ...(await app.gateway.session()), 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return ((await response.json()) as { code: string }).code;
    };
    const price = { channel_id: channel, from: 5, kind: 'ratio', ratio: 1 };
    const { id } = await add(price);
    expect(await refused('POST', PRICES, price)).toBe('purchase_price_exists');
    await app.gateway.manage('DELETE', `${PRICES}/${id}`);
    expect(await refused('DELETE', `${PRICES}/${id}`)).toBe('purchase_price_not_found');
    expect(await refused('POST', PRICES, { ...price, kind: 'tokens', input: 1 })).toBe(
      'purchase_price_incomplete',
    );
    expect(await refused('POST', PRICES, { ...price, channel_id: 999_999 })).toBe('channel_not_found');
    expect(await refused('POST', PRICES, { ...price, ratio: -1 })).toBe('invalid_input');
    expect(await app.gateway.manage('GET', PRICES)).toEqual([]);
  });
});

test('users see their own costs, and nothing of channels', async () => {
  const own = await asUser<CostsResponse>('POST', '/api/costs/query', { ...period, by: 'token' });
  expect(own.data.rows).toMatchObject([{ requests: 1, errors: null, purchase: null }]);
  expect(Object.values(own.data.names)).toEqual(['mine']);
  const all = await query({ filters: { user: [user] } });
  expect(own.data.totals.quota).toBe(all.totals.quota);
  const proved = await asUser<CostProofResponse>(
    'GET',
    `/api/costs/proof?from=${period.from}&to=${period.to}`,
  );
  expect(proved.data).toMatchObject({ difference: 0, counted: all.totals.quota });
  for (const refused of [
    { by: 'channel' },
    { by: 'day', then_by: 'user' },
    { filters: { provider: [1] } },
    { filters: { user: [1] } },
  ])
    expect(await asUser('POST', '/api/costs/query', { ...period, ...refused })).toMatchObject({
      code: 'cost_dimension_not_allowed',
    });
  expect((await asUser('GET', '/api/costs/prices')).code).toBe('role_too_low');
});

test.each([
  [{ to: period.from }, 'cost_period_empty'],
  [{ from: now - 401 * 24 * HOUR }, 'cost_period_too_long'],
  [{ from: now - 40 * 24 * HOUR, by: 'hour' }, 'cost_hours_too_many'],
  [{ time_zone: 'Moon/Crater' }, 'cost_time_zone_unknown'],
  [{ by: 'model', then_by: 'model' }, 'cost_dimensions_equal'],
  [{ by: 'day', then_by: 'hour' }, 'cost_dimensions_equal'],
  [{ by: 'weather' }, 'invalid_input'],
])('a query with %j is refused', async (change, code) => {
  expect(await asUser('POST', '/api/costs/query', { ...period, ...change })).toMatchObject({ code });
});
