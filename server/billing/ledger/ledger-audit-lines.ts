import type { LedgerAuditResponse } from '../../contract/resources/ledger/ledger-audit.js';
import type { UnreadUsageResponse } from '../../contract/resources/ledger/unread-usage.js';

/** The report as text lines for a terminal. */
export function ledgerAuditLines(report: LedgerAuditResponse): string[] {
  const lines: string[] = [];
  for (const kind of ['users', 'tokens'] as const) {
    const { checked, wrong, differing } = report[kind];
    lines.push(`${kind}: ${checked} checked, ${wrong} differ from their entries`);
    for (const { id, balance, entries } of differing)
      lines.push(
        `  ${kind.slice(0, -1)} ${id}: balance ${balance}, entries say ${entries} (${balance - entries})`,
      );
  }
  const { memory, writtenOff, rejected, repeated } = report;
  lines.push(
    `written off: ${writtenOff.quota} quota of ${writtenOff.charges} charges that no balance could pay`,
  );
  for (const { day, cause, charges, quota } of writtenOff.days)
    lines.push(`  ${day} ${cause}: ${quota} quota of ${charges} charges`);
  if (!memory) lines.push('redis: away, not checked');
  else if (memory.skipped)
    lines.push(`redis: ${memory.journalEntries} entries wait to be posted, too many to add up now`);
  else {
    const { journalEntries, openHolds, wrong } = memory;
    lines.push(
      `redis: ${journalEntries} entries wait, ${openHolds} holds open, ${wrong.length} accounts differ`,
    );
    for (const { account, outstanding, expected } of wrong)
      lines.push(`  ${account}: outstanding ${outstanding}, holds and waiting charges say ${expected}`);
  }
  if (memory?.away?.length) lines.push(`redis: shards ${memory.away.join(', ')} are away, not checked`);
  if (memory?.appendOnlyFile === false)
    lines.push(
      'redis: its append-only file is off: a crash of its machine can lose charges that wait to be posted',
    );
  if (rejected.entries > 0)
    lines.push(
      `journal: ${rejected.entries} entries of ${rejected.quota} quota could not be read and are not charged`,
      '  once every worker runs a release that understands them: npm run books -- replay',
    );
  if (repeated.requests > 0) {
    lines.push(`ledger: ${repeated.requests} requests are charged more than once`);
    for (const { id, quota } of repeated.listed) lines.push(`  ${id}: ${quota} quota in all`);
  }
  lines.push(report.balanced ? 'the ledger balances' : 'THE LEDGER DOES NOT BALANCE');
  return lines;
}

/** Members of usage that no reader knows, as text lines for a terminal. */
export function unreadUsageLines(rows: UnreadUsageResponse): string[] {
  if (rows.length === 0) return ['every member of the usage that providers reported is known'];
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  return [
    'members of reported usage that are neither charged nor known to be free:',
    ...rows.map(
      ({ provider, member, model, first_seen, last_seen, count, example }) =>
        `  ${provider} ${member}: ${count} requests of ${model}, ${day(first_seen)} to ${day(last_seen)}, last value ${example}`,
    ),
  ];
}
