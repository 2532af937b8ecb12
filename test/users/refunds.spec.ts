import { DataSource } from 'typeorm';
import type { Redis } from 'ioredis';
import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { returnCharge } from '../../server/billing/ledger/charge-returns.repository.js';
import type { ReceiptResponse } from '../../server/contract/resources/logs/receipt.js';
import { REDIS } from '../../server/core/injection.js';
import { TestGateway } from '../setup/test-gateway.js';

const app = TestGateway.forAllTests();
let channelId: number;

beforeAll(async () => {
  await app.freshModel();
  channelId = await app.addChannel('sk-one');
});
afterEach(async () => {
  const report = await auditLedger(app.gateway.worker.get(DataSource), app.gateway.app.get<Redis>(REDIS));
  expect(report).toMatchObject({ balanced: true });
});

/** Makes a request and returns its charge. */
async function charged(): Promise<{ id: number; request_id: string; quota: number }> {
  const messages = [{ role: 'user', content: 'hello' }];
  await (await app.gateway.relay('/v1/chat/completions', app.key, { model: app.model, messages })).text();
  await app.gateway.logs();
  const [row] = await app.gateway.sql<{ id: number; request_id: string; quota: number }>(
    'SELECT id, request_id, quota FROM logs WHERE type = 2 ORDER BY id DESC LIMIT 1',
  );
  return row!;
}

interface Refused {
  success: boolean;
  code: string;
}

async function refund(
  id: number | string,
  body: object,
  ...as: [username: string, password: string] | []
): Promise<Refused> {
  const headers = { ...(await app.gateway.session(...as)), 'content-type': 'application/json' };
  const response = await fetch(`${app.gateway.url}/api/log/${id}/refund`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await response.json()) as Refused;
}

async function sums(): Promise<Record<string, number>> {
  const [row] = await app.gateway.sql<Record<string, number>>(
    `SELECT u.quota, u.used_quota AS used, t.used_quota AS token, c.used_quota AS channel,
       (SELECT sum(quota) FROM quota_data)::bigint AS dashboard
     FROM users u, tokens t, channels c WHERE u.id = 1 AND t.id = 1 AND c.id = ${channelId}`,
  );
  return row!;
}

test('a part of a charge is given back once, in all sums, with its reason in the log', async () => {
  const { id, request_id: requestId, quota } = await charged();
  const before = await sums();
  expect(quota).toBeGreaterThan(2);
  expect(await refund(id, { quota: 2, reason: ' cut off ' })).toMatchObject({
    success: true,
    data: { refunded: 2 },
  });
  const after = await sums();
  expect(after).toEqual({
    quota: before.quota! + 2,
    used: before.used! - 2,
    token: before.token! - 2,
    channel: before.channel! - 2,
    dashboard: before.dashboard! - 2,
  });
  for (const again of [{ quota: 2 }, { quota: quota }, {}])
    expect(await refund(requestId, { ...again, reason: 'again' })).toMatchObject({
      code: 'already_refunded',
    });
  expect(await sums()).toEqual(after);
  const rows = await app.gateway.manage<{ items: object[] }>('GET', '/api/log/self/?type=6');
  expect(rows.items).toMatchObject([
    { type: 6, quota: 2, request_id: requestId, content: expect.stringMatching(/cut off$/) },
  ]);
  expect(await app.gateway.manage<ReceiptResponse>('GET', `/api/log/${id}/receipt`)).toMatchObject({
    charged: quota,
    refunded: 2,
    agrees: true,
  });
  const [audit] = await app.gateway.manage<object[]>('GET', '/api/audit?action=change&size=1');
  expect(audit).toMatchObject({ actor_id: 1, details: { request_id: requestId, refunded_quota: 2 } });
});

test('a whole charge is given back, of two calls at once by one', async () => {
  const before = await app.gateway.quota();
  const { request_id: requestId, quota } = await charged();
  const both = await Promise.all([
    refund(requestId, { reason: 'wrong model' }),
    refund(requestId, { reason: 'wrong model' }),
  ]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect(await app.gateway.quota()).toBe(before);
  expect(quota).toBeGreaterThan(0);
});

test('a task that fails after a part of its charge was refunded gets what is left, and nothing after a whole refund', async () => {
  const database = app.gateway.worker.get(DataSource);
  const failed = async (requestId: string) =>
    (await database.transaction((manager) => returnCharge(manager, requestId, 'refund', 'the task failed')))
      ?.amount;
  const part = await charged();
  await refund(part.id, { quota: 1, reason: 'slow' });
  expect(await failed(part.request_id)).toBe(part.quota - 1);
  expect(await failed(part.request_id)).toBeUndefined();
  expect(await refund(part.id, { reason: 'slow' })).toMatchObject({ code: 'already_refunded' });
  const whole = await charged();
  await refund(whole.id, { reason: 'slow' });
  expect(await failed(whole.request_id)).toBeUndefined();
  const gone = await charged();
  expect(await failed(gone.request_id)).toBe(gone.quota);
  expect(await refund(gone.id, { reason: 'slow' })).toMatchObject({ code: 'nothing_to_refund' });
});

test.each([
  ['more than the charge', { quota: 1_000_000, reason: 'x' }, 'refund_too_large'],
  ['nothing', { quota: 0, reason: 'x' }, 'refund_too_small'],
  ['no reason', { reason: ' ' }, 'reason_missing'],
  ['a long reason', { reason: 'x'.repeat(301) }, 'reason_too_long'],
])('%s is refused and changes nothing', async (_what, body, code) => {
  const { id } = await charged();
  const before = await sums();
  expect(await refund(id, body)).toMatchObject({ success: false, code });
  expect(await sums()).toEqual(before);
});

test('what is not a charge is not found, and users and administrators of the same role refund nothing', async () => {
  const { id } = await charged();
  for (const unknown of [999_999, 'no-such-request'])
    expect(await refund(unknown, { reason: 'x' })).toMatchObject({ code: 'log_not_found' });
  const password = 'of someone 1234';
  for (const username of ['somebody', 'deputy'])
    await app.gateway.manage('POST', '/api/user/', { username, password, display_name: username });
  const [deputy] = await app.gateway.sql<{ id: number }>(`SELECT id FROM users WHERE username = 'deputy'`);
  await app.gateway.manage('POST', '/api/user/manage', { id: deputy!.id, action: 'promote' });
  const before = await sums();
  expect((await refund(id, { reason: 'x' }, 'somebody', password)).success).toBe(false);
  expect(await refund(id, { reason: 'x' }, 'deputy', password)).toMatchObject({ code: 'user_not_editable' });
  expect(await sums()).toEqual(before);
});
