import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * Conditions as those of the indexes `ledger_entries_user` and `ledger_entries_token`: the charges of a user's tokens are
 * found by token, whose owner never changes.
 */
const ANY_ENTRY = {
  user_id: `
    SELECT 1 FROM ledger_entries
    WHERE user_id = $1 AND (kind <> 'consume' OR token_id = 0) AND (delta <> 0 OR kind = 'opening')
    UNION ALL
    SELECT 1 FROM tokens t CROSS JOIN LATERAL (
      SELECT 1 FROM ledger_entries
      WHERE token_id = t.id AND token_id <> 0 AND kind = 'consume' AND delta <> 0 LIMIT 1) charge
    WHERE t.user_id = $1
    LIMIT 1`,
  token_id: `
    SELECT 1 FROM ledger_entries
    WHERE token_id = $1 AND token_id <> 0 AND (token_delta <> 0 OR kind = 'opening') LIMIT 1`,
} as const;

/** Balances of users and tokens, which change together with entries of the ledger. */
@Injectable()
export class LedgerRepository {
  /** Whether an account has entries. */
  async hasEntries(manager: EntityManager, column: 'user_id' | 'token_id', id: number): Promise<boolean> {
    const rows: unknown[] = await manager.query(ANY_ENTRY[column], [id]);
    return rows.length > 0;
  }

  /** Locks a user. @returns the balance */
  async lockUser(manager: EntityManager, userId: number): Promise<number> {
    const [row]: { quota: number }[] = await manager.query(
      'SELECT quota FROM users WHERE id = $1 FOR NO KEY UPDATE',
      [userId],
    );
    if (!row) throw new Error(`no user ${userId}`);
    return row.quota;
  }

  /** Locks a token. @returns the balance */
  async lockToken(manager: EntityManager, tokenId: number): Promise<number> {
    const [row]: { remain: number }[] = await manager.query(
      'SELECT remain_quota AS remain FROM tokens WHERE id = $1 FOR NO KEY UPDATE',
      [tokenId],
    );
    if (!row) throw new Error(`no token ${tokenId}`);
    return row.remain;
  }

  async moveUser(manager: EntityManager, userId: number, delta: number): Promise<void> {
    const [, moved]: [unknown, number] = await manager.query(
      'UPDATE users SET quota = quota + $2, ledger_version = ledger_version + 1 WHERE id = $1',
      [userId, delta],
    );
    if (moved !== 1) throw new Error(`no user ${userId}`);
  }

  async moveToken(manager: EntityManager, tokenId: number, delta: number): Promise<void> {
    const [, moved]: [unknown, number] = await manager.query(
      'UPDATE tokens SET remain_quota = remain_quota + $2, ledger_version = ledger_version + 1 WHERE id = $1',
      [tokenId, delta],
    );
    if (moved !== 1) throw new Error(`no token ${tokenId}`);
  }

  /** Locks a user. @returns the invitation reward; undefined if there is no such user */
  async lockReward(manager: EntityManager, userId: number): Promise<number | undefined> {
    const [row]: { reward: number }[] = await manager.query(
      'SELECT aff_quota AS reward FROM users WHERE id = $1 FOR NO KEY UPDATE',
      [userId],
    );
    return row?.reward;
  }

  async reduceReward(manager: EntityManager, userId: number, amount: number): Promise<void> {
    await manager.query('UPDATE users SET aff_quota = aff_quota - $2 WHERE id = $1', [userId, amount]);
  }
}
