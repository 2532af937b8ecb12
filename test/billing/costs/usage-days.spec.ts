import { DataSource } from 'typeorm';
import type { Redis } from 'ioredis';
import { forgetSummedDays } from '../../../server/billing/ledger/posting/summed-days.js';
import { settleItem } from '../../../server/billing/ledger/journal-entry.js';
import { UsageDays } from '../../../server/billing/usage-hours/usage-days.service.js';
import { UsageRebuild } from '../../../server/billing/usage-hours/usage-rebuild.service.js';
import type {
  CostProofResponse,
  CostsRequest,
  CostsResponse,
} from '../../../server/contract/resources/costs/costs.js';
import { requestId as newRequestId } from '../../../server/core/ids.js';
import { REDIS } from '../../../server/core/injection.js';
import { Schedules } from '../../../worker/schedules.js';
import { TestGateway } from '../../setup/test-gateway.js';
import { until } from '../../setup/until.js';
import { charge, holdFor } from '../ledger/ledger-harness.js';

/** Costs over months are read from sums of days, which must never differ from those of their hours. */
const app = TestGateway.forAllTests();
const HOUR = 3600;
const DAY = 86_400;
const now = Math.floor(Date.now() / 1000);
const period = { from: now - 6 * DAY, to: now + HOUR };
const SHANGHAI = 'Asia/Shanghai';
let days: UsageDays;
let rebuild: UsageRebuild;

const query = (request: Partial<CostsRequest> = {}) =>
  app.gateway.manage<CostsResponse>('POST', '/api/costs/query', {
    ...period,
    time_zone: SHANGHAI,
    by: 'model',
    series: { by: 'day', values: 5 },
    ...request,
  });
const summedDays = async () =>
  (await app.gateway.sql<{ at: number }>('SELECT at FROM usage_summed_days ORDER BY at')).map(({ at }) => at);

/** Posts the charge of a request that began some hours ago. */
async function charged(hoursAgo: number, quota: number, on: { channelId?: number } = {}): Promise<void> {
  const stamp = new Date((now - hoursAgo * HOUR) * 1000).toISOString().slice(0, 19).replace(/[-:T]/g, '');
  const requestId = stamp + newRequestId().slice(stamp.length);
  const hold = { ...holdFor(1, quota, { requestId }), amount: quota };
  const { charge: amount, entry } = settleItem(hold, { ...charge(quota), ...on });
  const redis = app.gateway.app.get<Redis>(REDIS);
  await redis.xadd('tollgate:journal', '*', 'r', requestId, 'a', `1 0 ${amount}`, 'e', entry);
  await redis.hincrby('tollgate:user:1', 'o', quota);
  await app.gateway.posted();
}

/** The forecast is made from the rest of the month, which is shorter at the next query. */
function withoutClock({ forecast, ...answer }: CostsResponse) {
  return { ...answer, forecast: { ...forecast, expected: forecast.expected !== null } };
}

/** Sums all days that were asked for. */
async function sum(): Promise<void> {
  while ((await days.carryOut()) > 0);
}

beforeAll(async () => {
  // The worker's own runs must not come between.
  const { table } = app.gateway.worker.get(Schedules, { strict: false });
  for (const schedule of table)
    if (['billing.count-usage', 'billing.sum-usage-days', 'billing.delete-old-usage'].includes(schedule.name))
      schedule.run = () => Promise.resolve(undefined);
  days = app.gateway.worker.get(UsageDays, { strict: false });
  rebuild = app.gateway.worker.get(UsageRebuild, { strict: false });
  const channels = [await app.addChannel('sk-one', { tag: 'fast' }), await app.addChannel('sk-two')];
  for (let hoursAgo = 1; hoursAgo < 150; hoursAgo += 7)
    await charged(hoursAgo, 1000 + hoursAgo, { channelId: channels[hoursAgo % 2]! });
  await app.gateway.manage('POST', '/api/costs/prices', {
    channel_id: channels[0],
    from: now - 60 * HOUR,
    kind: 'ratio',
    ratio: 0.5,
  });
  await app.gateway.sql('UPDATE usage_rebuilds SET complete_from = 0, compared_at = $1', [now]);
});

const QUERIES: Partial<CostsRequest>[] = [
  {},
  { by: 'channel', then_by: 'day' },
  { by: 'day', then_by: 'group' },
  { by: 'hour' },
  { by: 'provider', then_by: 'tag', time_zone: 'UTC' },
  { by: 'day', time_zone: 'America/New_York' },
  { by: 'channel', time_zone: 'Asia/Kolkata', from: now - 100 * HOUR, to: now - 30 * HOUR },
  { by: 'user' },
  { by: 'token', then_by: 'user' },
  { by: 'user', then_by: 'day', filters: { tag: ['fast'] } },
  { by: 'model', filters: { tag: ['fast'] } },
];

test('answers from days are those from hours, whatever is asked', async () => {
  const fromHours = [];
  for (const request of QUERIES) fromHours.push(await query(request));
  expect(fromHours[0]!.totals.quota).toBeGreaterThan(10_000);
  expect(fromHours[1]!.totals.margin).not.toBeNull();
  expect(await summedDays()).toEqual([]);
  await sum();
  // Days of four time zones.
  expect(new Set((await summedDays()).map((at) => (at % DAY) / HOUR)).size).toBeGreaterThanOrEqual(4);
  for (const [index, request] of QUERIES.entries())
    expect(withoutClock(await query(request))).toEqual(withoutClock(fromHours[index]!));
});

test('a charge that is posted late counts at once, and its days are summed again', async () => {
  await sum();
  const before = (await query()).totals.quota;
  const summed = await summedDays();
  await charged(70, 500);
  expect(await query()).toMatchObject({ totals: { quota: before + 500 } });
  expect((await summedDays()).length).toBeLessThan(summed.length);
  await sum();
  expect(await summedDays()).toEqual(summed);
  expect(await query()).toMatchObject({ totals: { quota: before + 500 } });
});

test('summing a day waits for a charge that is being posted to it', async () => {
  await sum();
  const before = (await query()).totals.quota;
  const hour = (
    await app.gateway.sql<{ at: number }>('SELECT min(at) + 86400 AS at FROM usage_channel_hours')
  )[0]!.at;
  const database = app.gateway.worker.get(DataSource);
  let summing: Promise<void> | undefined;
  await app.gateway.sql('DELETE FROM usage_summed_days');
  await database.transaction(async (manager) => {
    await forgetSummedDays(({ text, values }) => manager.query(text, values), [hour]);
    summing = sum();
    await until(async () => {
      const [waiting] = await app.gateway.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return waiting!.count > 0;
    });
    await manager.query(
      `INSERT INTO usage_channel_hours VALUES ($1, 77, 'late', 'default', 1, 0, 0, 0, 0, 9, 9)`,
      [hour],
    );
  });
  await summing;
  expect((await query()).totals.quota).toBe(before + 9);
  await app.gateway.sql('DELETE FROM usage_channel_hours WHERE channel_id = 77');
  await app.gateway.sql('DELETE FROM usage_summed_days');
});

test('what a worker of an earlier release posts to a summed day is found when hours are compared', async () => {
  await sum();
  const before = (await query()).totals.quota;
  const [hour] = await app.gateway.sql<{ at: number }>(
    'SELECT min(at) + 172800 AS at FROM usage_channel_hours',
  );
  await app.gateway.sql(
    `INSERT INTO usage_channel_hours VALUES (${hour!.at}, 77, 'late', 'default', 1, 0, 0, 0, 0, 9, 9)`,
  );
  expect((await query()).totals.quota).toBe(before);
  await app.gateway.sql('UPDATE usage_rebuilds SET compared_at = 0');
  await rebuild.carryOut();
  expect((await query()).totals.quota).toBe(before + 9);
  await app.gateway.sql('DELETE FROM usage_channel_hours WHERE channel_id = 77');
  await app.gateway.sql('DELETE FROM usage_summed_days');
});

test('hours that are counted anew from the ledger are summed anew', async () => {
  await sum();
  const before = await query();
  await app.gateway.sql('UPDATE usage_hours SET quota = quota + 1');
  await app.gateway.sql('UPDATE usage_channel_hours SET quota = quota + 1');
  await app.gateway.sql('DELETE FROM usage_summed_days');
  await sum();
  expect((await query()).totals).not.toEqual(before.totals);
  await app.gateway.sql('UPDATE usage_rebuilds SET compared_at = 0');
  expect(await rebuild.carryOut()).toBeGreaterThan(0);
  await sum();
  expect((await query()).totals).toEqual(before.totals);
  const { difference } = await app.gateway.manage<CostProofResponse>(
    'GET',
    `/api/costs/proof?from=${period.from}&to=${period.to}`,
  );
  expect(difference).toBe(0);
});

test('days of a time zone that is not used any more are removed', async () => {
  await sum();
  const before = await query();
  const kept = (await summedDays()).filter((at) => (at % DAY) / HOUR === 16);
  await app.gateway.sql('UPDATE usage_day_starts SET asked_at = $1 WHERE hour <> 16', [now - 31 * DAY]);
  expect(await rebuild.deleteOld()).toBeGreaterThan(0);
  expect(await summedDays()).toEqual(kept);
  expect(
    await app.gateway.sql(
      'SELECT DISTINCT at FROM usage_channel_days EXCEPT SELECT at FROM usage_summed_days',
    ),
  ).toEqual([]);
  expect(await query()).toEqual(before);
});

test('whole days are read from their sums', async () => {
  await sum();
  const before = await query();
  const [first] = (await summedDays()).filter((at) => (at % DAY) / HOUR === 16 && at >= period.from);
  await app.gateway.sql('DELETE FROM usage_channel_hours WHERE at >= $1 AND at < $2', [first, first! + DAY]);
  expect(await query()).toEqual(before);
});

test('users are ranked by sums of days, but not by days that the previous release summed', async () => {
  await app.gateway.sql('DELETE FROM usage_summed_days');
  const byUser = async () => withoutClock(await query({ by: 'user' }));
  const fromHours = await byUser();
  await sum();
  expect(await byUser()).toEqual(fromHours);
  await app.gateway.sql('UPDATE usage_user_days SET quota = quota + 1000');
  expect(await byUser()).not.toEqual(fromHours);
  await app.gateway.sql('UPDATE usage_summed_days SET by_user = false');
  expect(await byUser()).toEqual(fromHours);
  await sum();
  expect(await byUser()).toEqual(fromHours);
  expect(await app.gateway.sql('SELECT FROM usage_summed_days WHERE NOT by_user')).toEqual([]);
});
