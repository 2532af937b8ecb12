import type { EntityManager } from 'typeorm';

/** A balance change to be entered in the ledger. */
export interface NewEntry {
  kind: string;
  /** Identifies the change among those of its kind; stored as the entry's request id. */
  reference: string;
  userId: number;
  tokenId?: number;
  /** Change of the user's quota. */
  delta?: number;
  /** Change of the token's remaining quota. */
  tokenDelta?: number;
  /** Human-readable reason. */
  content?: string;
}

/**
 * Enters a change once per (kind, reference), across all months. The unique index of a partitioned table must include
 * the time, so the reference is locked for the transaction and looked up first.
 * @returns false when the entry existed already
 */
export async function enterOnce(manager: EntityManager, entry: NewEntry): Promise<boolean> {
  const { kind, reference, userId, tokenId = 0, delta = 0, tokenDelta = 0, content = '' } = entry;
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `ledger ${kind} ${reference}`,
  ]);
  const entered: unknown[] = await manager.query(
    `INSERT INTO ledger_entries (created_at, request_id, kind, user_id, token_id, delta, token_delta, content)
     SELECT floor(extract(epoch FROM now()))::bigint, $1, $2, $3, $4, $5, $6, $7
     WHERE NOT EXISTS (SELECT 1 FROM ledger_entries WHERE request_id = $1 AND kind = $2)
     RETURNING id`,
    [reference, kind, userId, tokenId, delta, tokenDelta, content],
  );
  return entered.length === 1;
}
