import type { EntityManager } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import { groupRatioOf } from '../prices/logged/counted-usage.js';
import { QUARTER_HOUR, usageTime } from './posting/sums.js';
import { UsageHours, type UsageChange } from './posting/usage-hours.js';

/** What was given back of a charge. */
export interface ReturnedCharge {
  readonly userId: number;
  /** 0 = none. */
  readonly tokenId: number;
  readonly channelId: number;
  /** Quota units. */
  readonly amount: number;
}

/** Kinds of entries that give back a charge. */
export type ReturnKind = 'refund' | 'settle' | 'admin_refund';

/** A later change of what a request was charged. */
export interface ChargeChange {
  readonly requestId: string;
  readonly userId: number;
  readonly username: string;
  readonly model: string;
  /** Quota units; negative where they are given back. */
  readonly quota: number;
  readonly tokens: number;
}

/** Seconds of the rows that releases before the quarters of an hour wrote. */
const HOUR = 3600;

/** Time and user of the charge of request `$1`. */
const CHARGE = `
  SELECT user_id, CASE WHEN settled_at > 0 THEN settled_at ELSE created_at END AS charged_at
  FROM ledger_entries WHERE request_id = $1 AND kind = 'consume'`;

/**
 * Whether the charge of a request is in the log: charges of tasks whose submission is unclear are not, nor are those made while
 * the log was off. Sums of the log must not subtract what they never added.
 */
export async function isLogged(manager: EntityManager, requestId: string): Promise<boolean> {
  const [row]: { logged: boolean }[] = await manager.query(
    `SELECT EXISTS (SELECT 1 FROM (${CHARGE}) c JOIN logs l ON l.user_id = c.user_id AND l.created_at = c.charged_at
       AND l.request_id = $1 AND l.type = ${LogType.consumption}) AS logged`,
    [requestId],
  );
  return row?.logged ?? false;
}

/**
 * Enters the change in the sums of the dashboard, at the current time, if the charge is in them. The number of calls stays.
 */
export async function enterInUsage(manager: EntityManager, change: ChargeChange): Promise<void> {
  const { requestId, userId, username, model, quota, tokens } = change;
  const now = usageTime(Math.floor(Date.now() / 1000));
  await manager.query(
    `INSERT INTO quota_data (user_id, username, model_name, created_at, token_used, count, quota)
     SELECT $2::bigint, $3::text, $4::text, $5::bigint, $6::bigint, 0, $7::bigint
     WHERE EXISTS (SELECT 1 FROM (${CHARGE}) c JOIN quota_data q ON q.user_id = c.user_id AND q.model_name = $4
       AND q.created_at IN (c.charged_at - c.charged_at % ${QUARTER_HOUR}, c.charged_at - c.charged_at % ${HOUR}))
     ON CONFLICT (user_id, created_at, model_name, username) DO UPDATE SET
       token_used = quota_data.token_used + excluded.token_used, quota = quota_data.quota + excluded.quota`,
    [requestId, userId, username, model, now, tokens, quota],
  );
}

/** Enters what was given back in the sums of usage, at the time of its entry in the ledger: that of the transaction. */
export async function countReturn(
  manager: EntityManager,
  requestId: string,
  kind: ReturnKind,
  returned: ReturnedCharge,
): Promise<void> {
  const [charged]: { at: number; model: string | null; group: string | null; other: string | null }[] =
    await manager.query(
      `SELECT floor(extract(epoch FROM now()))::bigint AS at, model_name AS model, "group", other
       FROM (SELECT 1) once LEFT JOIN (${CHARGE} LIMIT 1) c ON true
       LEFT JOIN logs l ON l.user_id = c.user_id AND l.created_at = c.charged_at AND l.request_id = $1
         AND l.type = ${LogType.consumption}
       LIMIT 1`,
      [requestId],
    );
  if (!charged) return;
  const { at, model, group, other } = charged;
  const usage = new UsageHours();
  usage.add(returnUsage(kind, returned, { at, model: model ?? '', group: group ?? '', other: other ?? '' }));
  await usage.write(({ text, values }) => manager.query(text, values));
}

/**
 * What was given back, as the sums of usage count it. A refund by an administrator changes no list price: the provider was paid.
 * @param charged time of the entry, and the log row of the charge
 */
export function returnUsage(
  kind: ReturnKind,
  { userId, tokenId, channelId, amount }: ReturnedCharge,
  { at, model, group, other }: { at: number; model: string; group: string; other: string },
): UsageChange {
  const ratio = groupRatioOf(other);
  return {
    at,
    userId,
    tokenId,
    channelId,
    model,
    group,
    requests: kind === 'refund' ? -1 : 0,
    promptTokens: 0,
    completionTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    quota: -amount,
    listQuota: kind === 'admin_refund' || ratio === 0 ? 0 : 0 - Math.round(amount / ratio),
  };
}
