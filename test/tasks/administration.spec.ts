import { SunoUpstream } from '../doubles/suno-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, poll, rowsOf, USD } from './task-gateway.js';

let gateway: Gateway;
let suno: SunoUpstream;
let key: string;
let channel: number;

beforeAll(async () => {
  suno = await SunoUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  channel = await gateway.addChannel({ type: 36, name: 'songs', base_url: suno.url, models: 'suno_music' });
});
afterAll(async () => {
  await gateway?.close();
  await suno?.close();
});
beforeEach(async () => {
  await gateway.sql('DELETE FROM tasks');
  await gateway.setQuota(10 * USD);
});

async function started(): Promise<{ id: number; upstreamId: string }> {
  const response = await gateway.relay('/suno/submit/music', key, { prompt: 'a song' });
  expect(response.status).toBe(200);
  const row = (await rowsOf(gateway, 'task')).at(-1)!;
  return { id: row.id, upstreamId: row.upstream_id };
}

test('running tasks are listed by channel', async () => {
  await started();
  const { upstreamId } = await started();
  suno.end(upstreamId, 'SUCCESS');
  await poll(gateway);
  expect(await gateway.manage('GET', '/api/task/running')).toEqual([
    {
      kind: 'task',
      channel_id: channel,
      channel_name: 'songs',
      running: 1,
      stuck: 0,
      oldest_due_seconds: 0,
      oldest_seconds: expect.any(Number),
      quota: 0.1 * USD,
    },
  ]);
});

test('a cancelled task has failed for its owner, is refunded once, and stays so', async () => {
  const { id, upstreamId } = await started();
  await gateway.manage('POST', `/api/task/${id}/cancel`, { reason: 'the provider is down' });
  suno.end(upstreamId, 'SUCCESS');
  await poll(gateway);
  expect(await rowsOf(gateway, 'task')).toMatchObject([
    {
      status: 'FAILURE',
      settlement: 'refunded',
      fail_reason: 'the provider is down',
      note: 'cancelled by root',
    },
  ]);
  expect(await gateway.quota()).toBe(10 * USD);
  await expect(gateway.manage('POST', `/api/task/${id}/cancel`, { reason: 'again' })).rejects.toThrow(
    '任务已经结束',
  );
  expect(await gateway.quota()).toBe(10 * USD);
});

test.each([
  ['an unknown task', '/api/task/999999/cancel', { reason: 'x' }, '任务不存在'],
  ['a drawing of that id', '/api/mj/999999/cancel', { reason: 'x' }, '任务不存在'],
  ['no reason', '/api/task/1/cancel', {}, 'reason'],
  ['an empty reason', '/api/task/1/cancel', { reason: ' ' }, 'reason'],
])('%s is refused', async (_case, path, body, message) => {
  await expect(gateway.manage('POST', path, body)).rejects.toThrow(message);
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
