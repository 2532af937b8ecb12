import type { OverviewResponse, OwnOverviewResponse } from '../../server/contract/resources/overview.js';
import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { TestGateway } from '../setup/test-gateway.js';
import { until } from '../setup/until.js';

const app = TestGateway.forAllTests();
/** Milliseconds for which an overview is kept. */
const FRESH_MS = 3000;

async function counted(): Promise<void> {
  await app.gateway.quiet();
  await app.gateway.app.get(RequestStatistics).flush();
}

test('an administrator sees results, charges, what fails, what is slow and who pays', async () => {
  await app.freshModel();
  await app.gateway.option('RetryTimes', '1');
  const failing = await app.addChannel('failing', { name: 'failing', priority: 10, auto_ban: 0 });
  const fine = await app.addChannel('fine', { name: 'fine' });
  for (const _ of [1, 2, 3]) {
    app.upstream.next({ refuse: { status: 402, message: 'account empty' } });
    await (await app.ask()).text();
  }
  await app.gateway.option('RetryTimes', '0');
  app.upstream.next({ refuse: { status: 500, message: 'down' } });
  await (await app.ask()).text();
  await counted();
  // Yesterday there were half as many charges, and enough answers for a comparison.
  await app.gateway
    .sql(`INSERT INTO request_hours SELECT at - 86400, channel_id, key_index, model, 20, 0, 0, 0, 0, 0, 0, 20, 0, 0,
    0, 0, 0, 0, quota / 2, 0, '{0,20}', '{}' FROM request_hours WHERE channel_id = ${fine}`);
  await app.gateway.sql(
    `UPDATE request_hours SET first_token = '{0,0,30}' WHERE channel_id = ${fine} AND rescued > 0`,
  );
  const seen = await app.gateway.manage<OverviewResponse>('GET', '/api/overview');
  const logs = await app.gateway.logs();
  const quota = logs.reduce((sum, row) => sum + (row.type === 2 ? row.quota : 0), 0);
  expect(quota).toBeGreaterThan(0);
  expect(seen.to - seen.from).toBe(86_400);
  expect(seen.figures).toMatchObject({
    requests: { now: 4, before: 20 },
    success: { now: 0.75, before: 1 },
    quota: { now: quota, before: 0 },
    users: { now: 1, before: 0 },
  });
  expect(seen.figures.first_token_p50.now).toBeGreaterThan(seen.figures.first_token_p50.before!);
  expect(seen.results).toHaveLength(24);
  expect(seen.results.at(-1)).toMatchObject({ rescued: 3, upstream_error: 1, ok: 0 });
  expect(seen.results[0]).toMatchObject({ rescued: 0, upstream_error: 0, ok: 0 });
  expect(seen.attention).toEqual([
    { id: failing, name: 'failing', reasons: ['failing'], failing_models: [app.model] },
  ]);
  expect(seen.attention_total).toBe(1);
  expect(seen.movers).toEqual([{ model: app.model, quota, before: Math.floor(quota / 2) }]);
  expect(seen.slow_channels).toMatchObject([{ id: fine, name: 'fine', answers: 30 }]);
  expect(seen.failing_models).toEqual([{ model: app.model, requests: 4, failed: 1 }]);
  expect(seen.top_users).toEqual([{ id: 1, username: 'root', requests: 3, quota }]);
});

test('models of enabled channels without a price are named', async () => {
  await app.gateway.addChannel({
    name: 'unpriced',
    base_url: 'http://127.0.0.1:9',
    models: 'no-price-a,no-price-b',
  });
  const seen = await app.gateway.manage<OverviewResponse>('GET', '/api/overview?period=week');
  expect(seen).toMatchObject({ unpriced_models: ['no-price-a', 'no-price-b'], unpriced_total: 2 });
});

test('a month has thirty slots and at most 8 KB', async () => {
  await app.gateway
    .sql(`INSERT INTO request_hours SELECT extract(epoch FROM now())::bigint / 3600 * 3600 - hour * 3600, channel, 0,
    'a model with a rather long name ' || model, 1000000, 1000, 1000, 1000, 1000, 1000, 1000, 1000000, 1000, 10, 0, 0, 0, 0, 12345678, 0,
    '{0,1000}', '{}' FROM generate_series(0, 700, 7) AS hour, generate_series(1, 12) AS channel, generate_series(1, 12) AS model`);
  const body = await app.gateway.manage<OverviewResponse>('GET', '/api/overview?period=month');
  expect(body.failing_models).toHaveLength(5);
  expect(body.results).toHaveLength(30);
  expect(body.results[0]!.ok).toBeGreaterThan(0);
  expect(JSON.stringify(body).length).toBeLessThan(8192);
});

test('the last slot of the period before is not in the first one of the period', async () => {
  await app.gateway.sql('DELETE FROM request_hours');
  await app.gateway.sql('DELETE FROM quota_data');
  const to = (Math.floor(Date.now() / 3_600_000) + 1) * 3600;
  const from = to - 7 * 86_400;
  for (const [at, count] of [
    [from, 2],
    [from - 3600, 5],
  ]) {
    await app.gateway.sql(
      `INSERT INTO request_hours VALUES ($1, 1, 0, 'a', $2, 0, 0, 0, 0, 0, 0, $2, 0, 0, 0, 0, 0, 0, $2, 0, '{}', '{}')`,
      [at, count],
    );
    await app.gateway.sql(
      `INSERT INTO quota_data (user_id, username, model_name, created_at, token_used, count, quota)
       VALUES (1, 'root', 'a', $1, 0, $2, $2)`,
      [at, count],
    );
  }
  let seen: OverviewResponse;
  // The overview of the week may have been kept by an earlier test.
  await until(async () => {
    seen = await app.gateway.manage<OverviewResponse>('GET', '/api/overview?period=week');
    return seen.figures.quota.now === 2;
  });
  expect(seen!.figures.requests).toEqual({ now: 2, before: 5 });
  expect(seen!.results[0]).toMatchObject({ at: from, ok: 2 });
  const own = await app.gateway.manage<OwnOverviewResponse>('GET', '/api/overview/self?period=week');
  expect(own.requests).toEqual({ now: 2, before: 5 });
  expect(own.spend[0]).toEqual({ at: from, quota: 2, requests: 2 });
});

test('an overview is read again after three seconds', async () => {
  const read = () => app.gateway.manage<OverviewResponse>('GET', '/api/overview?period=week');
  const first = await read();
  await app.gateway.sql('DELETE FROM request_hours');
  const startedAt = Date.now();
  await until(async () => (await read()).figures.requests.now !== first.figures.requests.now);
  expect(Date.now() - startedAt).toBeLessThan(FRESH_MS + 5000);
});

test('a user sees the own balance, how long it lasts, charges, failures and tokens', async () => {
  await app.gateway.sql('DELETE FROM channels');
  await app.gateway.sql('DELETE FROM quota_data');
  await app.gateway.sql('DELETE FROM logs');
  await app.freshModel();
  await app.addChannel('one');
  await (await app.ask()).text();
  await (await app.ask('hello', { model: 'nobody-has-it' })).text();
  await counted();
  const own = () => app.gateway.manage<OwnOverviewResponse>('GET', '/api/overview/self');
  await until(async () => (await own()).failed === 1);
  const seen = await own();
  const [row] = (await app.gateway.logs()).filter(({ type }) => type === 2);
  expect(seen).toMatchObject({
    balance: await app.gateway.quota(),
    requests: { now: 1, before: 0 },
    quota: { now: row!.quota, before: 0 },
    models: [{ model: app.model, quota: row!.quota, before: 0 }],
    tokens: [{ name: row!.token_name, requests: 1, quota: row!.quota }],
  });
  expect(seen.balance_days).toBeCloseTo((7 * seen.balance) / row!.quota, 0);
  expect(seen.spend).toHaveLength(24);
  expect(seen.spend.at(-1)).toMatchObject({ quota: row!.quota, requests: 1 });
});
