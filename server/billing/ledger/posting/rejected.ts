import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { columnText } from '../../../core/postgres/postgres-text.js';
import type { RawEntry } from '../../../core/redis/scripts/read-journal.js';
import { readEntry, type JournalEntry } from '../journal-entry.js';
import { postEntries } from './post-batch.js';
import { columnsOf } from './sums.js';

/** A rejected journal entry as received, and the reason. */
export interface Rejected {
  raw: Omit<RawEntry, 'streamId'>;
  reason: string;
}

/** Stores entries that cannot be posted. Repeated ones are stored once. */
export async function keepRejected(client: ClientBase, rejected: readonly Rejected[]): Promise<void> {
  if (rejected.length === 0) return;
  await client.query(
    `INSERT INTO rejected_entries (hash, request_id, user_id, token_id, charge, entry, reason, is_provisional, rejected_at)
     SELECT *, floor(extract(epoch FROM now()))::bigint
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::boolean[])
     ON CONFLICT (hash) DO NOTHING`,
    columnsOf(
      rejected,
      ({ raw: { requestId, userId, tokenId, charge, entry, isProvisional }, reason }) => [
        hashOf([requestId, userId, tokenId, charge, entry]),
        columnText(requestId),
        userId,
        tokenId,
        charge,
        columnText(entry),
        columnText(reason),
        isProvisional,
      ],
      8,
    ),
  );
}

/** Result of a replay. */
export interface Replay {
  posted: number;
  /** Entries that still cannot be posted, with the reason. */
  failed: { requestId: string; reason: string }[];
  users: number[];
  tokens: number[];
}

/** Posts the stored entries that this release can read, each in its own transaction and exactly once. */
export async function replayRejected(client: ClientBase): Promise<Replay> {
  const replay: Replay = { posted: 0, failed: [], users: [], tokens: [] };
  const { rows } = await client.query<{ hash: string; requestId: string }>(
    'SELECT hash, request_id AS "requestId" FROM rejected_entries WHERE replayed_at = 0 ORDER BY rejected_at, hash',
  );
  for (const { hash, requestId } of rows) {
    try {
      const entry = await replayOne(client, hash);
      if (!entry) continue;
      replay.posted++;
      replay.users.push(entry.userId);
      if (entry.tokenId) replay.tokens.push(entry.tokenId);
    } catch (error) {
      replay.failed.push({ requestId, reason: String(error).slice(0, 300) });
    }
  }
  return replay;
}

/**
 * @returns undefined when the entry was replayed already or another process is replaying it @throws when it cannot be
 *   posted
 */
async function replayOne(client: ClientBase, hash: string): Promise<JournalEntry | undefined> {
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<Rejected['raw']>(
      `SELECT request_id AS "requestId", user_id AS "userId", token_id AS "tokenId", charge, entry,
         is_provisional AS "isProvisional"
       FROM rejected_entries WHERE hash = $1 AND replayed_at = 0 FOR UPDATE SKIP LOCKED`,
      [hash],
    );
    const [row] = rows;
    const entry = row && readEntry(row);
    if (entry) {
      await postEntries(client, [entry]);
      await client.query(
        'UPDATE rejected_entries SET replayed_at = floor(extract(epoch FROM now()))::bigint WHERE hash = $1',
        [hash],
      );
    }
    await client.query('COMMIT');
    return entry;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

function hashOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
