import type { ClientBase } from 'pg';
import { LogType, TokenStatus } from '../../../contract/enums.js';
import { ledgerTime, type JournalEntry } from '../journal-entry.js';
import { balancesFor } from './balance-limit.js';
import { chargeUsage, reversed, type CountedCharge } from './charge-usage.js';
import { usageTime, type Sums } from './sums.js';
import type { UsageHours } from './usage-hours.js';
import { keepWriteOffs } from './write-off-cause.js';

/** What was charged for a request when a dead server's streams were settled. */
interface Posted {
  readonly charge: number;
  readonly uncollected: number;
  readonly channelId: number;
  /** Unix seconds. */
  readonly settledAt: number;
}

/** Charges of the other entries of the batch, which are not yet subtracted from the balances. */
export interface BatchCharges {
  readonly users: Sums;
  readonly tokens: Sums;
}

/**
 * Corrects the charges of requests that were settled twice: by the sweeper, for what a server that was taken for dead had
 * produced, and by the server, whose settlement was found later. Only the difference is charged, or given back, once; the log
 * row of the request becomes that of the server. Repeated entries without a difference have no effect. Rare: one by one.
 * Must run in the transaction that locked the accounts.
 * @param repeated entries whose request is in the ledger already
 * @param usage the differences are added to it
 */
export async function correctCharges(
  client: ClientBase,
  repeated: readonly JournalEntry[],
  batch: BatchCharges,
  usage: UsageHours,
): Promise<void> {
  for (const entry of repeated) {
    if (entry.isProvisional) continue;
    const posted = await chargeOf(client, entry);
    if (posted && posted.charge + posted.uncollected !== entry.charge)
      await correct(client, entry, posted, batch, usage);
  }
}

async function chargeOf(client: ClientBase, entry: JournalEntry): Promise<Posted | undefined> {
  const { rows } = await client.query<Posted>(
    `SELECT -delta AS charge, uncollected, channel_id AS "channelId",
       CASE WHEN settled_at > 0 THEN settled_at ELSE created_at END AS "settledAt"
     FROM ledger_entries WHERE request_id = $1 AND kind = 'consume' AND created_at = $2`,
    [entry.requestId, ledgerTime(entry)],
  );
  return rows[0];
}

async function correct(
  client: ClientBase,
  entry: JournalEntry,
  posted: Posted,
  batch: BatchCharges,
  usage: UsageHours,
): Promise<void> {
  const { requestId, userId, tokenId, channelId } = entry;
  const charge = Math.min(entry.charge, posted.charge + (await remainingBalance(client, entry, batch)));
  const more = charge - posted.charge;
  const uncollected = entry.charge - charge - posted.uncollected;
  const { rowCount } = await client.query(
    `INSERT INTO ledger_entries (created_at, request_id, kind, user_id, token_id, channel_id, delta, token_delta,
       uncollected, settled_at)
     VALUES ($1, $2, 'correction', $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (request_id, kind, created_at) DO NOTHING`,
    [
      ledgerTime(entry),
      requestId,
      userId,
      tokenId,
      channelId,
      0 - more,
      tokenId === 0 ? 0 : 0 - more,
      uncollected,
      entry.createdAt,
    ],
  );
  if (rowCount === 0) return;
  if (uncollected !== 0) await keepWriteOffs(client, [{ entry, quota: uncollected }]);
  await client.query(
    'UPDATE users SET quota = quota - $2, used_quota = used_quota + $2, ledger_version = ledger_version + 1 WHERE id = $1',
    [userId, more],
  );
  if (tokenId)
    await client.query(
      `UPDATE tokens SET remain_quota = remain_quota - $2, used_quota = used_quota + $2,
         ledger_version = ledger_version + 1,
         status = CASE WHEN unlimited_quota OR status NOT IN (${TokenStatus.enabled}, ${TokenStatus.exhausted}) THEN status
                       WHEN remain_quota - $2 <= 0 THEN ${TokenStatus.exhausted} ELSE ${TokenStatus.enabled} END
       WHERE id = $1`,
      [tokenId, more],
    );
  await client.query('UPDATE channels SET used_quota = used_quota - $2 WHERE id = $1', [
    posted.channelId,
    posted.charge,
  ]);
  await client.query('UPDATE channels SET used_quota = used_quota + $2 WHERE id = $1', [channelId, charge]);
  await correctUsage(client, entry, posted, { charge, uncollected: entry.charge - charge }, usage);
  await correctViews(client, entry, posted, charge);
}

/** Replaces what was counted of the request by the server's settlement. Must run before its log row is changed. */
async function correctUsage(
  client: ClientBase,
  entry: JournalEntry,
  posted: Posted,
  { charge, uncollected }: { charge: number; uncollected: number },
  usage: UsageHours,
): Promise<void> {
  const { rows } = await client.query<NonNullable<CountedCharge['log']>>(
    `SELECT model_name AS "modelName", "group", prompt_tokens AS "promptTokens", completion_tokens AS "completionTokens", other
     FROM logs WHERE request_id = $1 AND created_at = $2 AND user_id = $3 AND type = ${LogType.consumption}`,
    [entry.requestId, posted.settledAt, entry.userId],
  );
  const before = {
    ...entry,
    charge: posted.charge,
    uncollected: posted.uncollected,
    channelId: posted.channelId,
  };
  usage.add(reversed(chargeUsage({ ...before, log: rows[0] })));
  // Where the log was off, neither is in it.
  usage.add(chargeUsage({ ...entry, charge, uncollected, log: rows[0] && entry.log }));
}

/** Quota units that the balances hold beyond the charges of this batch. Unlimited tokens do not count. */
async function remainingBalance(
  client: ClientBase,
  entry: JournalEntry,
  batch: BatchCharges,
): Promise<number> {
  const { userId, tokenId } = entry;
  const { users, tokens } = await balancesFor(client, [entry]);
  const left = (balance: number | undefined, charged: number) =>
    balance === undefined ? Infinity : Math.max(0, balance - charged);
  return Math.min(
    left(users.get(userId), batch.users.chargeOf(userId)),
    left(tokens.get(tokenId), batch.tokens.chargeOf(tokenId)),
  );
}

/** The log row of the request and its sum on the dashboard. */
async function correctViews(
  client: ClientBase,
  { requestId, userId, channelId, log, usageData }: JournalEntry,
  posted: Posted,
  charge: number,
): Promise<void> {
  if (log)
    await client.query(
      `UPDATE logs SET quota = $4, content = $5, prompt_tokens = $6, completion_tokens = $7, use_time = $8,
         is_stream = $9, other = $10, channel_id = $11
       WHERE request_id = $1 AND created_at = $2 AND user_id = $3 AND type = ${LogType.consumption}`,
      [
        requestId,
        posted.settledAt,
        userId,
        charge,
        log.content,
        log.promptTokens,
        log.completionTokens,
        log.useTime,
        log.isStream,
        log.other,
        channelId,
      ],
    );
  if (usageData)
    await client.query(
      // The sum may be entered later in this transaction.
      `INSERT INTO quota_data (user_id, username, model_name, created_at, token_used, count, quota)
       VALUES ($1, $2, $3, $4, 0, 0, $5)
       ON CONFLICT (user_id, username, model_name, created_at) DO UPDATE SET quota = quota_data.quota + excluded.quota`,
      [userId, usageData.username, usageData.model, usageTime(posted.settledAt), charge - posted.charge],
    );
}
