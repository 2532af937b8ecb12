import type { ClientBase } from 'pg';
import { readLogDetails } from '../../../contract/resources/logs/log-details.js';
import type { WriteOffCause } from '../../../contract/resources/ledger/write-offs.js';
import { ledgerTime, type JournalEntry } from '../journal-entry.js';
import { columnsOf } from './sums.js';

/** Quota units that no balance paid for a request; negative where a correction lowered the charge. */
export interface WrittenOff {
  readonly entry: JournalEntry;
  readonly quota: number;
}

/** Stores amounts written off with their causes. Must run in the transaction that enters the charges. Rare. */
export async function keepWriteOffs(client: ClientBase, writtenOff: readonly WrittenOff[]): Promise<void> {
  if (writtenOff.length === 0) return;
  const causes = new Map<WrittenOff, WriteOffCause>();
  for (const one of writtenOff) causes.set(one, await causeOf(client, one.entry));
  await client.query(
    `INSERT INTO write_offs (created_at, request_id, user_id, channel_id, quota, cause)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])`,
    columnsOf(
      writtenOff,
      (one) => {
        const { createdAt, requestId, userId, channelId } = one.entry;
        return [createdAt, requestId, userId, channelId, one.quota, causes.get(one)!];
      },
      6,
    ),
  );
}

async function causeOf(client: ClientBase, entry: JournalEntry): Promise<WriteOffCause> {
  const { held, flat_hold: isFlat } = readLogDetails(entry.log?.other ?? '');
  if (held === undefined) return 'unknown';
  const cost = entry.charge + (entry.uncollected ?? 0);
  if (cost > held) return isFlat ? 'flat_hold' : 'beyond_hold';
  return (await wasLowered(client, entry)) ? 'balance_lowered' : 'hold_expired';
}

/** Whether the balance of the user or the token was lowered by an edit since the request began. */
async function wasLowered(client: ClientBase, entry: JournalEntry): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM ledger_entries
     WHERE user_id = $1 AND (kind <> 'consume' OR token_id = 0) AND kind IN ('adjust', 'token') AND created_at >= $3
       AND (delta < 0 OR (token_delta < 0 AND token_id = $2)) LIMIT 1`,
    [entry.userId, entry.tokenId, ledgerTime(entry)],
  );
  return rowCount !== 0;
}
