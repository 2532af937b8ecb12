import type { EntityManager } from 'typeorm';
import { TokenStatus } from '../../contract/enums.js';
import { adjustmentOf } from './charge-ids.js';
import { countReturn, type ReturnedCharge, type ReturnKind } from './charge-views.repository.js';
import { enterOnce } from './ledger-entries.repository.js';

interface Taken {
  userId: number;
  tokenId: number;
  channelId: number;
  amount: number;
  tokenAmount: number;
}

/**
 * Gives back what a request was charged, by its entries in the ledger: to the user, to the token, in the sums of what
 * they and the channel used, and in the sums of usage. Takes effect once per request and kind, also for concurrent calls. Rows are locked users,
 * tokens, channels. After the commit, the caller refreshes the cached balances.
 * @param kind `refund`: a task failed, everything that is left of the charge; `settle`: the charge was an estimate, `upTo` is too
 *   much of it; `admin_refund`: an administrator gives back `upTo`
 * @param upTo at most this many quota units
 * @returns undefined when nothing was charged or it was given back before
 */
export async function returnCharge(
  manager: EntityManager,
  requestId: string,
  kind: ReturnKind,
  content: string,
  upTo = Infinity,
): Promise<ReturnedCharge | undefined> {
  const [taken]: Taken[] = await manager.query(
    `SELECT user_id AS "userId", max(token_id) AS "tokenId", max(channel_id) AS "channelId",
       -sum(delta)::bigint AS amount, -sum(token_delta)::bigint AS "tokenAmount"
     FROM ledger_entries WHERE request_id = ANY($1) GROUP BY user_id`,
    [[requestId, adjustmentOf(requestId)]],
  );
  const amount = Math.min(taken?.amount ?? 0, upTo);
  if (!taken || amount <= 0) return undefined;
  const { userId, tokenId, channelId } = taken;
  const tokenDelta = Math.min(Math.max(taken.tokenAmount, 0), amount);
  const entry = { kind, reference: requestId, userId, tokenId, delta: amount, tokenDelta, content };
  if (!(await enterOnce(manager, entry))) return undefined;
  await manager.query(
    `UPDATE users SET quota = quota + $2, used_quota = greatest(used_quota - $2, 0), ledger_version = ledger_version + 1
     WHERE id = $1`,
    [userId, amount],
  );
  if (tokenId)
    await manager.query(
      `UPDATE tokens SET remain_quota = remain_quota + $2, used_quota = greatest(used_quota - $2, 0),
         ledger_version = ledger_version + 1,
         status = CASE WHEN status = ${TokenStatus.exhausted} AND remain_quota + $2 > 0
                       THEN ${TokenStatus.enabled} ELSE status END
       WHERE id = $1`,
      [tokenId, tokenDelta],
    );
  if (channelId)
    await manager.query('UPDATE channels SET used_quota = greatest(used_quota - $2, 0) WHERE id = $1', [
      channelId,
      amount,
    ]);
  await countReturn(manager, requestId, kind, { userId, tokenId, channelId, amount });
  return { userId, tokenId, channelId, amount };
}

/** What is left of the charge of a request, quota units: its entries, without what was given back. */
export async function leftOfCharge(manager: EntityManager, requestId: string): Promise<number> {
  const [row]: { left: number }[] = await manager.query(
    'SELECT coalesce(-sum(delta), 0)::bigint AS left FROM ledger_entries WHERE request_id = ANY($1)',
    [[requestId, adjustmentOf(requestId)]],
  );
  return row?.left ?? 0;
}

/** What was given back of the charge of a request, quota units. */
export async function returnedOfCharge(manager: EntityManager, requestId: string): Promise<number> {
  const [row]: { returned: number }[] = await manager.query(
    `SELECT coalesce(sum(delta), 0)::bigint AS returned FROM ledger_entries
     WHERE request_id = $1 AND kind IN ('refund', 'settle', 'admin_refund')`,
    [requestId],
  );
  return row?.returned ?? 0;
}

/** Whether a charge was given back by an entry of this kind. */
export async function wasReturned(
  manager: EntityManager,
  requestId: string,
  kind: ReturnKind,
): Promise<boolean> {
  const rows: unknown[] = await manager.query(
    'SELECT 1 FROM ledger_entries WHERE request_id = $1 AND kind = $2 LIMIT 1',
    [requestId, kind],
  );
  return rows.length > 0;
}
