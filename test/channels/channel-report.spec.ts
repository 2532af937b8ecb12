import type { ChannelReportResponse } from '../../server/contract/resources/channels/channel-report.js';
import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { TestGateway } from '../setup/test-gateway.js';
import { until } from '../setup/until.js';

const app = TestGateway.forAllTests();

beforeEach(async () => {
  await app.freshModel();
  await app.gateway.option('RetryTimes', '0');
  await app.gateway.sql('DELETE FROM channels');
  await app.gateway.sql('DELETE FROM request_hours');
});

async function report(id: number): Promise<ChannelReportResponse> {
  await app.gateway.quiet();
  await app.gateway.app.get(RequestStatistics).write();
  return app.gateway.manage<ChannelReportResponse>('GET', `/api/channel/${id}/report`);
}

test('requests by result and hour, times, models and the last failures, of this channel alone', async () => {
  const id = await app.addChannel('one', { name: 'one', auto_ban: 0, priority: 10 });
  const other = await app.addChannel('other', { name: 'other' });
  await (await app.ask()).text();
  app.upstream.next('overloaded');
  const failed = await app.ask();
  await failed.text();
  await until(async () => (await report(id)).errors.length === 1);
  const seen = await report(id);
  expect(seen).toMatchObject({ id, name: 'one', status: 1, drained_until: 0, priority: 10, tag: null });
  expect(seen.slots).toHaveLength(24);
  expect(seen.slots.at(-1)).toMatchObject({ ok: 1, upstream_error: 1, at: seen.to - 3600 });
  expect(seen.slots.at(-1)!.first_token_p50).toBeGreaterThan(0);
  expect(seen.slots[0]).toMatchObject({ at: seen.from, ok: 0, first_token_p50: null });
  expect(seen.models).toMatchObject([{ model: app.model, attempts: 2, failures: 1, rate_limited: 0 }]);
  expect(seen.models[0]!.first_token_p95).toBeGreaterThan(0);
  expect(seen.models[0]!.quota).toBeGreaterThan(0);
  expect(seen.errors).toMatchObject([
    {
      request_id: failed.headers.get('x-oneapi-request-id'),
      model: app.model,
      username: 'root',
      status: 503,
      upstream_status: 503,
      suppressed: 0,
    },
  ]);
  expect(seen.keys).toEqual([]);
  expect(await report(other)).toMatchObject({ models: [], errors: [] });
});

test('the keys of a channel with several, disabled ones first, with their calls; and what administrators changed', async () => {
  const id = await app.addChannel('one\ntwo\nthree', { name: 'many', setting: { multi_key: true } });
  await app.gateway.sql('UPDATE channels SET other_info = $2 WHERE id = $1', [
    id,
    JSON.stringify({ dead_keys: { 2: { reason: 'revoked', time: 5 } } }),
  ]);
  await app.gateway.manage('PUT', '/api/channel/', { id, priority: 4 });
  await app.gateway.manage('POST', '/api/channel/drain', { ids: [id], minutes: 5 });
  await app.gateway.manage('POST', '/api/channel/drain', { ids: [id], minutes: 0 });
  const [longer] = [await app.addChannel('x', { name: `not #${id}0` })];
  await app.gateway.manage('PUT', '/api/channel/', { id: longer, priority: 4 });
  await (await app.ask()).text();
  const seen = await report(id);
  expect(seen).toMatchObject({ keys_total: 3, keys_disabled: 1, other_info: '{}' });
  expect(seen.keys.map(({ index, enabled, reason }) => [index, enabled, reason])).toEqual([
    [2, false, 'revoked'],
    [0, true, ''],
    [1, true, ''],
  ]);
  expect(JSON.stringify(seen)).not.toContain('three');
  expect(seen.changes.map(({ text }) => text?.code)).toEqual([
    'channels_undrained',
    'channels_drained',
    'channel_changed',
    'channel_created',
  ]);
  expect(seen.changes[2]).toMatchObject({ actor_name: 'root', text: { params: { fields: 'priority' } } });
});

test('its size is bounded, whatever the channel has', async () => {
  const id = await app.addChannel(
    Array.from({ length: 300 }, (_, n) => `key-number-${n}-of-the-account`).join('\n'),
    {
      name: 'large',
      group: Array.from({ length: 500 }, (_, n) => `group${n}`).join(','),
      setting: { multi_key: true },
    },
  );
  const [hour] = [Math.floor(Date.now() / 3_600_000) * 3600];
  await app.gateway.sql(
    `INSERT INTO request_hours SELECT $2::bigint - 3600 * (n % 24), $1::int, n % 100, 'model ' || n % 200, 5, 0, 0, 0, 1, 0, 0, 6, 1, 0, 0, 0, 0, 0, 7, 0,
       '{0,0,0,0,0,3}', '{}' FROM generate_series(1, 4800) n ON CONFLICT DO NOTHING`,
    [id, hour],
  );
  await app.gateway.sql(
    `INSERT INTO logs (user_id, created_at, type, content, username, token_name, model_name, channel_id, other, request_id)
     SELECT 1, $2::bigint - n, 5, repeat('x', 500), 'root', 'token', 'model', $1::int, '{"status_code":502,"error_code":"bad"}', 'request ' || n
     FROM generate_series(1, 200) n`,
    [id, hour],
  );
  const response = await report(id);
  expect([response.models.length, response.models_total]).toEqual([50, 200]);
  expect(response.errors).toHaveLength(50);
  expect(response.errors[0]!.request_id).toBe('request 1');
  expect([response.keys.length, response.keys_total]).toEqual([100, 300]);
  expect(JSON.stringify(response).length).toBeLessThan(80_000);
});

test('a channel that does not exist', async () => {
  await expect(app.gateway.manage('GET', '/api/channel/999999/report')).rejects.toThrow('渠道不存在');
});
