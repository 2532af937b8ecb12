import { CHARGE, type Seen } from './clients.js';
import type { GatewayProcesses } from './gateway-processes.js';

interface Charged {
  id: string;
  times: number;
  quota: number;
}

/**
 * Compares what clients saw, what ledger and log say, and the balances, once everything is posted. Covers the gateway's
 * whole life so far.
 * @param others accounts that other requests than those of `Clients` are charged to
 */
export async function expectHonestBooks(
  gateway: GatewayProcesses,
  others: readonly number[] = [],
): Promise<void> {
  await gateway.quiet();
  const ledger = await gateway.sql<Charged>(
    // A correction is the difference to a charge that was entered for a server that was taken for dead.
    `SELECT request_id AS id, (count(*) FILTER (WHERE kind = 'consume'))::int AS times, -sum(delta)::int AS quota
     FROM ledger_entries WHERE kind IN ('consume', 'correction') AND user_id <> ALL($1)
     GROUP BY request_id ORDER BY request_id`,
    [others],
  );
  const logs = await gateway.sql<Charged>(
    `SELECT request_id AS id, count(*)::int AS times, sum(quota)::int AS quota
     FROM logs WHERE type = 2 AND user_id <> ALL($1) GROUP BY request_id ORDER BY request_id`,
    [others],
  );
  expect(ledger.filter(({ times }) => times !== 1)).toEqual([]);
  expect(logs).toEqual(ledger);

  const { whole, refused, broken } = sorted(gateway.clients.seen);
  const charges = new Map(ledger.map(({ id, quota }) => [id, quota]));
  // Nothing is lost: who has the whole answer has paid for it, in full.
  const wrong = whole
    .filter(({ requestId = '' }) => charges.get(requestId) !== CHARGE)
    .map(({ requestId = '', sentAt, endedAt }) => ({
      requestId,
      charged: charges.get(requestId),
      sentAt: new Date(sentAt).toISOString(),
      milliseconds: endedAt - sentAt,
    }));
  expect(wrong).toEqual([]);
  expect(new Set(whole.map(({ requestId }) => requestId)).size).toBe(whole.length);
  // Nothing is made up: who was refused has not paid, and every other charge is for an answer that broke on its way.
  expect(refused.filter(({ requestId = '' }) => charges.has(requestId))).toEqual([]);
  const paid = new Set(whole.map(({ requestId }) => requestId));
  const unseen = ledger.filter(({ id }) => !paid.has(id));
  expect(unseen.length).toBeLessThanOrEqual(broken.length);
  expect(unseen.filter(({ quota }) => quota > CHARGE)).toEqual([]);

  await expectBalances(gateway);
  const { code, output } = await gateway.books();
  expect(output).toContain('redis: 0 entries wait, 0 holds open, 0 accounts differ');
  expect(output).toContain('the ledger balances');
  expect(code).toBe(0);
}

/** Each balance is what was given less what was charged, and never was below zero. */
async function expectBalances(gateway: GatewayProcesses): Promise<void> {
  const rows = await gateway.sql<{ id: number; quota: number; charged: number; least: number }>(
    `SELECT id::int, quota::int, used_quota::int AS charged, least::int
     FROM users JOIN (
       SELECT user_id, min(running) AS least FROM (
         SELECT user_id, sum(delta) OVER (PARTITION BY user_id ORDER BY id) AS running FROM ledger_entries
       ) AS steps GROUP BY user_id
     ) AS lows ON user_id = users.id ORDER BY id`,
  );
  for (const member of gateway.members) {
    const row = rows.find(({ id }) => id === member.id);
    expect(row).toEqual({ ...row, quota: member.quota - (row?.charged ?? 0) });
    expect(row?.least).toBeGreaterThanOrEqual(0);
  }
}

function sorted(seen: readonly Seen[]): Record<'whole' | 'refused' | 'broken', Seen[]> {
  return {
    whole: seen.filter(({ whole }) => whole),
    refused: seen.filter(isRefused),
    // A load balancer answers for a server that was killed, and knows no request id.
    broken: seen.filter((one) => !one.whole && !isRefused(one)),
  };
}

function isRefused({ status = 0, requestId }: Seen): boolean {
  return status >= 400 && requestId !== undefined;
}
