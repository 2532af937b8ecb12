import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import { ledgerAuditLines } from '../../../server/billing/ledger/ledger-audit-lines.js';
import { settleItem } from '../../../server/billing/ledger/journal-entry.js';
import { charge, holdFor } from './ledger-harness.js';
import { PostingHarness } from './posting-harness.js';

/** A request is charged once, whichever processes settle it and when. */
const ledger = PostingHarness.forAllTests();

/** Journal fields of a settlement of the request; `provisional`: as the sweeper appends it. */
function settled(user: number, id: string, quota: number, at: number, provisional = false): string[] {
  const hold = { ...holdFor(user, quota, { requestId: id }), amount: quota };
  const { charge: amount, entry } = settleItem(hold, charge(quota, { createdAt: at }));
  return ['r', id, 'a', `${user} 0 ${amount}`, 'e', entry, ...(provisional ? ['s', '1'] : [])];
}

describe('two settlements of one request, at different times', () => {
  const begun = Math.floor(Date.now() / 1000) - 60;
  const stamp = new Date(begun * 1000).toISOString().slice(0, 19).replace(/[-:T]/g, '');
  const uncorrected = (id: string) =>
    ledger.rows(
      'SELECT kind, delta, uncollected, created_at FROM ledger_entries WHERE request_id = $1 ORDER BY id',
      [id],
    );

  test.each<[name: string, id: string, given: [quota: number, provisional: boolean][], cost: number]>([
    [
      'the sweeper, then the server, which charged more',
      'more',
      [
        [40, true],
        [70, false],
      ],
      70,
    ],
    [
      'the sweeper, then the server, which charged less',
      'less',
      [
        [40, true],
        [10, false],
      ],
      10,
    ],
    [
      'the server, then the sweeper',
      'late',
      [
        [70, false],
        [40, true],
      ],
      70,
    ],
    [
      'the server twice',
      'twice',
      [
        [70, false],
        [70, false],
      ],
      70,
    ],
    [
      'the server again after a correction',
      'again',
      [
        [40, true],
        [70, false],
        [70, false],
      ],
      70,
    ],
  ])('%s: charged once', async (_name, suffix, given, cost) => {
    for (const together of [true, false]) {
      const user = await ledger.gateway.user(1000);
      const id = `${stamp}000000000${suffix}${Number(together)}`;
      if (!together) ledger.startPoster();
      for (const [index, [quota, provisional]] of given.entries()) {
        await ledger.here.redis.xadd(
          'tollgate:journal',
          '*',
          ...settled(user, id, quota, begun + 10 * index, provisional),
        );
        await ledger.here.redis.hincrby(`tollgate:user:${user}`, 'o', quota);
        if (!together) await ledger.allPosted();
      }
      ledger.startPoster();
      await ledger.allPosted();
      expect(await ledger.gateway.quotaOf(user)).toBe(1000 - cost);
      expect(await ledger.rows('SELECT quota FROM logs WHERE request_id = $1 AND type = 2', [id])).toEqual([
        { quota: cost },
      ]);
      expect(await ledger.rows('SELECT quota, count FROM quota_data WHERE user_id = $1', [user])).toEqual([
        { quota: cost, count: 1 },
      ]);
      expect(
        await ledger.rows(
          `SELECT sum(quota)::bigint AS quota, sum(requests)::bigint AS requests, min(at) AS at
           FROM usage_hours WHERE user_id = $1`,
          [user],
        ),
      ).toEqual([{ quota: cost, requests: 1, at: begun - (begun % 3600) }]);
      expect(await uncorrected(id)).toMatchObject([
        { kind: 'consume', created_at: begun },
        ...(given[0]![1] ? [{ kind: 'correction' }] : []),
      ]);
      expect(await auditLedger(ledger.gateway.dataSource, ledger.here.redis)).toMatchObject({
        balanced: true,
      });
    }
  });

  test('a correction takes no more than the balance holds; the rest is written off', async () => {
    const user = await ledger.gateway.user(50);
    const id = `${stamp}000000000short`;
    for (const [quota, provisional] of [
      [40, true],
      [70, false],
    ] as const) {
      await ledger.here.redis.xadd('tollgate:journal', '*', ...settled(user, id, quota, begun, provisional));
      await ledger.here.redis.hincrby(`tollgate:user:${user}`, 'o', quota);
    }
    ledger.startPoster();
    await ledger.allPosted();
    expect(await ledger.gateway.quotaOf(user)).toBe(0);
    expect(await uncorrected(id)).toMatchObject([
      { delta: -40, uncollected: 0 },
      { delta: -10, uncollected: 20 },
    ]);
  });

  test('two charges of one request, as an earlier release could enter them, are found by the audit', async () => {
    const user = await ledger.gateway.user(100);
    for (const at of [begun, begun + 1])
      await ledger.rows(
        `INSERT INTO ledger_entries (created_at, request_id, kind, user_id, delta) VALUES ($1, 'doubled', 'consume', $2, -5)`,
        [at, user],
      );
    await ledger.rows('UPDATE users SET quota = quota - 10 WHERE id = $1', [user]);
    const report = await auditLedger(ledger.gateway.dataSource, ledger.here.redis);
    expect(report).toMatchObject({
      balanced: false,
      users: { wrong: 0 },
      repeated: { requests: 1, listed: [{ id: 'doubled', quota: 10 }] },
    });
    expect(ledgerAuditLines(report)).toContain('ledger: 1 requests are charged more than once');
    await ledger.rows(`DELETE FROM ledger_entries WHERE request_id = 'doubled'`);
    await ledger.rows('UPDATE users SET quota = quota + 10 WHERE id = $1', [user]);
  });
});
