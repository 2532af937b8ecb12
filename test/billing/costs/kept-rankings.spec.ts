import { CostRankingsRepository } from '../../../server/billing/costs/rankings/cost-rankings.repository.js';
import { CostRankings } from '../../../server/billing/costs/rankings/cost-rankings.service.js';
import { pagePeriods } from '../../../server/billing/costs/rankings/page-periods.js';
import { RankedCosts } from '../../../server/billing/costs/ranked-costs.js';
import type { CostsRequest, CostsResponse } from '../../../server/contract/resources/costs/costs.js';
import { Schedules } from '../../../worker/schedules.js';
import { TestGateway } from '../../setup/test-gateway.js';

/** Who ranks highest in the periods of the page of costs is kept ready by the worker. */
const app = TestGateway.forAllTests();
const HOUR = 3600;
const DAY = 86_400;
const ZONE = 'Asia/Tokyo';
const now = Math.floor(Date.now() / 1000);
let rankings: CostRankings;

beforeAll(() => {
  // The worker's own runs must not come between.
  const { table } = app.gateway.worker.get(Schedules, { strict: false });
  for (const schedule of table)
    if (schedule.name.startsWith('billing.')) schedule.run = () => Promise.resolve(undefined);
  rankings = app.gateway.worker.get(CostRankings, { strict: false });
});
beforeEach(async () => {
  await app.gateway.sql('DELETE FROM cost_rankings');
  await app.gateway.sql('DELETE FROM cost_time_zones');
  await app.gateway.sql('DELETE FROM usage_hours');
  await app.gateway.sql('DELETE FROM usage_channel_hours');
  // What this process remembers would hide what is kept.
  (
    app.gateway.app.get(RankedCosts, { strict: false }) as unknown as { rankings: Map<string, unknown> }
  ).rankings.clear();
});

/** Adds a charge to the sums of its hour. */
async function add(user: number, quota: number, at = now): Promise<void> {
  const hour = at - (at % HOUR);
  await app.gateway.sql(
    `WITH added AS (INSERT INTO usage_hours VALUES ($1, $2, $2, 1, $3, 'default', 1, 1, 1, 0, 0, $4, $4))
     INSERT INTO usage_channel_hours VALUES ($1, 1, $3, 'default', 1, 1, 1, 0, 0, $4, $4)`,
    [hour, user, `model-${user}-${quota}`, quota],
  );
}

function periodOf(name: string) {
  const { from, to } = pagePeriods(now, ZONE).find((each) => each.name === name)!;
  return { from, to };
}

/** As the page asks for the costs of users. */
async function ask(request: Partial<CostsRequest> = {}): Promise<CostsResponse> {
  return app.gateway.manage<CostsResponse>('POST', '/api/costs/query', {
    ...periodOf('30d'),
    by: 'user',
    then_by: 'day',
    limit: 200,
    time_zone: ZONE,
    ...request,
  });
}

/** Charges by user; null: of all others. */
function byUser({ rows }: CostsResponse): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { by, quota } of rows) sums[by ?? 'others'] = (sums[by ?? 'others'] ?? 0) + quota;
  return sums;
}

/** All that are due, also those that take no time. */
const make = (at = now) => rankings.carryOut(at, 0);

test.each(['user', 'token'] as const)(
  'a question of the page by %s is answered by who is kept, with the sums of now',
  async (by) => {
    await ask({ by: 'model', then_by: undefined });
    await add(1, 1000);
    await add(2, 500);
    // Users and tokens of six periods, the last month without any.
    expect(await make()).toBe(10);
    await add(3, 9999);
    await add(2, 70);
    expect(byUser(await ask({ by }))).toEqual({ 1: 1000, 2: 570, others: 9999 });
  },
);

test('questions that the page does not ask are ranked anew', async () => {
  await ask();
  await add(1, 1000);
  await make();
  await add(3, 9999);
  const all = { 1: 1000, 3: 9999 };
  const { from, to } = periodOf('30d');
  expect(byUser(await ask({ from: from - 2 * DAY }))).toEqual(all);
  expect(byUser(await ask({ from: from + 2 * DAY, to }))).toEqual(all);
  expect(byUser(await ask({ then_by: undefined, limit: 5000 }))).toEqual(all);
  expect(byUser(await ask({ filters: { channel: [1] } }))).toEqual(all);
});

test('of users in several ranges of ids, the highest of all are kept', async () => {
  await ask();
  for (const [user, quota] of [
    [1, 1000],
    [60_000, 3000],
    [120_000, 2000],
  ] as const)
    await add(user, quota);
  await app.gateway.sql(`INSERT INTO users (id, username, password) VALUES (130000, 'the latest', '')`);
  await make();
  await add(3, 9999);
  expect(byUser(await ask())).toEqual({ 1: 1000, 60000: 3000, 120000: 2000, others: 9999 });
});

test('after midnight, who ranked highest the day before is shown until the worker has ranked them again', async () => {
  await ask();
  await add(1, 1000);
  await make();
  await add(3, 9999);
  const { from, to } = periodOf('30d');
  expect(byUser(await ask({ from: from + DAY, to: to + DAY }))).toEqual({ 1: 1000, others: 9999 });
});

test('a ranking is made again when it is old or its period has moved on, and not before', async () => {
  await ask();
  await add(1, 1000);
  expect(await make()).toBe(10);
  expect(await make(now + 1)).toBe(0);
  await add(3, 9999);
  expect(await make(now + 300)).toBeGreaterThan(0);
  expect(byUser(await ask())).toEqual({ 1: 1000, 3: 9999 });
});

test('a ranking that no worker has made again for an hour is not read', async () => {
  await ask();
  await add(1, 1000);
  await make(now - 2 * HOUR);
  const kept = app.gateway.app.get(CostRankingsRepository, { strict: false });
  const period = periodOf('30d');
  expect(await kept.find('user', period, now - HOUR)).toEqual([{ by: '1', userId: null }]);
  expect(await kept.find('user', period, now)).toBeUndefined();
});

test('rankings that take less time than the limit are not kept', async () => {
  await ask();
  await add(1, 1000);
  expect(await rankings.carryOut(now, Number.MAX_SAFE_INTEGER)).toBe(0);
  await add(3, 9999);
  expect(byUser(await ask())).toEqual({ 1: 1000, 3: 9999 });
});

test('nothing is ranked without a viewer of costs, nor for users who see their own alone', async () => {
  await add(1, 1000);
  expect(await make()).toBe(0);
  await app.gateway.manage('POST', '/api/user/', {
    username: 'viewer',
    password: 'Long enough 8',
    display_name: 'v',
  });
  const response = await fetch(`${app.gateway.url}/api/costs/query`, {
    method: 'POST',
    headers: {
      ...(await app.gateway.session('viewer', 'Long enough 8')),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...periodOf('30d'), by: 'model', time_zone: ZONE }),
  });
  expect(await response.json()).toMatchObject({ success: true });
  expect(await make()).toBe(0);
});

test('the three time zones with the latest questions are served, until 30 days after the last one', async () => {
  for (const zone of ['Asia/Tokyo', 'Europe/Paris', 'UTC', 'America/New_York'])
    await ask({ time_zone: zone });
  await app.gateway.sql(`UPDATE cost_time_zones SET asked_at = asked_at - 10 WHERE time_zone = 'UTC'`);
  await add(1, 1000);
  await make();
  const zones = async () =>
    (
      await app.gateway.sql<{ time_zone: string }>('SELECT DISTINCT time_zone FROM cost_rankings ORDER BY 1')
    ).map(({ time_zone }) => time_zone);
  expect(await zones()).toEqual(['America/New_York', 'Asia/Tokyo', 'Europe/Paris']);
  await make(now + 31 * DAY);
  expect(await zones()).toEqual([]);
});
