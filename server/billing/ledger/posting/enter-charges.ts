import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../../core/postgres/sql-errors.js';
import { ledgerTime, type JournalEntry } from '../journal-entry.js';
import { copyRows, copyText } from './copy-rows.js';
import { columnsOf } from './sums.js';

/** Enters charges and returns the entries that were new, each once. Must run in a transaction. */
export async function enter(
  client: ClientBase,
  entries: readonly JournalEntry[],
): Promise<readonly JournalEntry[]> {
  if (entries.length === 0) return [];
  // Nearly always all are new, and COPY is cheaper than an INSERT that looks for conflicts and returns rows.
  await client.query('SAVEPOINT entering');
  try {
    await copyRows(client, LEDGER_COLUMNS, ledgerLines(entries));
    await client.query('RELEASE SAVEPOINT entering');
    return entries;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT entering');
    return enterNew(client, entries);
  }
}

const LEDGER_COLUMNS =
  'ledger_entries (created_at, request_id, kind, user_id, token_id, channel_id, delta, token_delta, uncollected, settled_at)';

function ledgerLines(entries: readonly JournalEntry[]): string {
  let lines = '';
  for (const entry of entries) {
    const [time, requestId, ...others] = ledgerRow(entry);
    lines += `${time}\t${copyText(requestId)}\t${others.join('\t')}\n`;
  }
  return lines;
}

/** In the order of `LEDGER_COLUMNS`. */
function ledgerRow(entry: JournalEntry): [time: number, requestId: string, ...(string | number)[]] {
  const { createdAt, requestId, userId, tokenId, channelId, charge, uncollected = 0 } = entry;
  const tokenCharge = tokenId === 0 ? 0 : charge;
  return [
    ledgerTime(entry),
    requestId,
    'consume',
    userId,
    tokenId,
    channelId,
    0 - charge,
    0 - tokenCharge,
    uncollected,
    createdAt,
  ];
}

/** Enters the charges that are not in Postgres yet. */
async function enterNew(client: ClientBase, entries: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const { rows } = await client.query<{ key: string }>(
    `INSERT INTO ${LEDGER_COLUMNS}
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::bigint[], $9::bigint[], $10::bigint[])
     ON CONFLICT (request_id, kind, created_at) DO NOTHING
     RETURNING created_at || ' ' || request_id AS key`,
    columnsOf(entries, ledgerRow, 10),
  );
  const entered = new Set(rows.map(({ key }) => key));
  return entries.filter((entry) => entered.delete(`${ledgerTime(entry)} ${entry.requestId}`));
}
