import type { ClientBase } from 'pg';
import { ledgerTime, MAX_REQUEST_SECONDS, type JournalEntry } from '../journal-entry.js';
import { columnsOf } from './sums.js';

/** Seconds by which the clocks of servers and workers may differ. */
const CLOCK_MARGIN = 60;

/**
 * The entries without those that a worker of an earlier release has posted. Until 25 November 2026 charges were entered at the
 * time of their settlement, where the unique index does not find them for a repeated batch, a spool or a replay: the request
 * would be charged twice. Must run in a transaction.
 * @param since Unix seconds: when the caller became the only poster. It has posted all that was settled later, so that only
 *   older entries are looked up
 */
export async function withoutEarlierCharges(
  client: ClientBase,
  entries: readonly JournalEntry[],
  since: number,
): Promise<readonly JournalEntry[]> {
  const older = entries.filter(
    (entry) => entry.createdAt < since + CLOCK_MARGIN && ledgerTime(entry) !== entry.createdAt,
  );
  if (older.length === 0) return entries;
  const { rows } = await client.query<{ id: string }>(
    `SELECT request_id AS id FROM unnest($1::text[], $2::bigint[]) AS e (request, begun)
     JOIN ledger_entries ON request_id = request AND kind = 'consume' AND settled_at = 0
       AND created_at BETWEEN begun AND begun + ${MAX_REQUEST_SECONDS}`,
    columnsOf(older, (entry) => [entry.requestId, ledgerTime(entry)], 2),
  );
  if (rows.length === 0) return entries;
  const posted = new Set(rows.map(({ id }) => id));
  return entries.filter(({ requestId }) => !posted.has(requestId));
}
