import type { ChannelHealthResponse } from '../../server/contract/resources/channels/channel-health.js';
import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { TestGateway } from '../setup/test-gateway.js';

const app = TestGateway.forAllTests();

beforeEach(async () => {
  await app.freshModel();
  await app.gateway.option('RetryTimes', '1');
  await app.gateway.sql('DELETE FROM channels');
  await app.gateway.sql('DELETE FROM request_minutes');
  await app.gateway.sql('DELETE FROM request_hours');
});

async function health(): Promise<ChannelHealthResponse[]> {
  await app.gateway.quiet();
  await app.gateway.app.get(RequestStatistics).flush();
  return app.gateway.manage<ChannelHealthResponse[]>('GET', '/api/channel/health');
}

async function sorted(query: string): Promise<number[]> {
  const rows = await app.gateway.manage<ChannelResponse[]>('GET', `/api/channel/?p=0&page_size=10&${query}`);
  return rows.map(({ id }) => id);
}

test('calls of the last hour, and who needs attention for which reason', async () => {
  const dead = await app.addChannel('dead', { priority: 10, auto_ban: 0 });
  const fine = await app.addChannel('fine');
  for (const _ of [1, 2, 3]) {
    app.upstream.next({ refuse: { status: 402, message: 'account empty' } });
    expect((await app.ask()).status).toBe(200);
  }
  const [first, second, ...others] = await health();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    id: dead,
    attempts: 3,
    failures: 3,
    first_token_p50: null,
    quota_today: 0,
    failing_models: [app.model],
    attention: ['failing'],
  });
  expect(second).toMatchObject({ id: fine, attempts: 3, failures: 0, attention: [], failing_models: [] });
  expect(second!.quota_today).toBeGreaterThan(0);
  expect(second!.first_token_p50).toBeLessThanOrEqual(second!.first_token_p95!);
  expect(second!.strip.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(3);
});

test('a channel that answers again no longer fails', async () => {
  const id = await app.addChannel('one', { auto_ban: 0 });
  await app.gateway.option('RetryTimes', '0');
  for (const _ of [1, 2, 3]) {
    app.upstream.next({ refuse: { status: 402, message: 'account empty' } });
    await (await app.ask()).text();
  }
  expect((await health())[0]).toMatchObject({ id, attention: ['failing'] });
  await (await app.ask()).text();
  expect((await health())[0]).toMatchObject({ id, attempts: 4, failures: 3, attention: [] });
});

test('calls that are older than the hour are not counted', async () => {
  const id = await app.addChannel('one');
  await (await app.ask()).text();
  await health();
  await app.gateway.sql('UPDATE request_minutes SET at = at - 3900');
  expect((await health())[0]).toMatchObject({ id, attempts: 0, first_token_p50: null, per_minute: 0 });
});

test('lists are sorted by columns of the table and by what was measured, channels without a value last', async () => {
  const failing = await app.addChannel('failing', { name: 'b', priority: 10, auto_ban: 0 });
  const fine = await app.addChannel('fine', { name: 'c', priority: 5, weight: 1 });
  const idle = await app.addChannel('idle', { name: 'a', models: 'idle-model', weight: 2 });
  await app.gateway.sql('UPDATE channels SET test_time = 1');
  for (const _ of [1, 2, 3]) {
    app.upstream.next({ refuse: { status: 402, message: 'account empty' } });
    await (await app.ask()).text();
  }
  await health();
  expect(await sorted('')).toEqual([failing, fine, idle]);
  expect(await sorted('sort=name')).toEqual([idle, failing, fine]);
  expect(await sorted('sort=name&descending=true')).toEqual([fine, failing, idle]);
  expect(await sorted('sort=weight&descending=true')).toEqual([idle, fine, failing]);
  expect(await sorted('sort=trouble')).toEqual([failing, fine, idle]);
  expect(await sorted('sort=success')).toEqual([failing, fine, idle]);
  expect(await sorted('sort=success&descending=true')).toEqual([fine, failing, idle]);
  expect(await sorted('sort=quota_today&descending=true')).toEqual([fine, failing, idle]);
});
