import type { EntityManager } from 'typeorm';

/** A change of balances to be entered. */
export interface NewEntry {
  kind: string;
  /** Names this one change among those of its kind; stored as the entry's request id. */
  reference: string;
  userId: number;
  tokenId?: number;
  /** Change of the user's quota. */
  delta?: number;
  /** Change of the token's remaining quota. */
  tokenDelta?: number;
  /** For people: why. */
  content?: string;
}

/**
 * Enters a change unless its (kind, reference) is entered already, in whatever month: the unique index of a partitioned
 * table includes the time, so the reference is locked for the transaction and looked for.
 * @returns false when it was there
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
