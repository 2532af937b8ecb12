import { TokenStatus } from '../../../contract/enums.js';
import { isUniqueViolation } from '../../../core/sql-errors.js';
import type { ClientBase } from 'pg';
import type { JournalEntry, JournalLog } from '../journal-entry.js';
import { balancesFor, withinBalances } from './balance-limit.js';
import { copyRows } from './copy-rows.js';
import type { LowUser, QuotaWarnings } from './quota-warnings.js';
import { columnsOf, HourlySums, Sums } from './sums.js';

/** The journal's name in `posting_positions`. */
const JOURNAL = 'relay';
const CONSUME_LOG = 2;
/** Matches the user's own threshold in the text of `users.setting`. Unlike a cast to json, a match cannot fail. */
const OWN_THRESHOLD = String.raw`"quota_warning_threshold"\s*:\s*([0-9]{1,16}(?:\.[0-9]{1,16})?)`;

/** Balance of a row after posting. */
export interface Balance {
  id: number;
  balance: number;
  version: number;
}

/** Result of posting a batch. */
export interface Posting {
  /** Number of entries that were new to Postgres. */
  entered: number;
  /** All users and tokens of the batch, including those of repeated entries. */
  users: Balance[];
  tokens: Balance[];
  /** Exhausted limited tokens of the batch. */
  exhausted: { id: number; userId: number }[];
  /** Entries charged less than they cost because the balance was too low. */
  writtenOff: readonly JournalEntry[];
}

/**
 * Posts entries in one transaction: ledger, log, balances, statistics, position. Entries already in Postgres are
 * skipped, so a batch can be posted again safely. A charge is limited to the balances; the rest is written off. Rows
 * are locked users, tokens, channels, each by ascending id.
 * @param warnings notifies users whose balance is low; absent = no notifications
 */
export async function postBatch(
  client: ClientBase,
  position: { epoch: string; lastId: string },
  entries: readonly JournalEntry[],
  warnings?: QuotaWarnings,
): Promise<Posting> {
  await client.query('BEGIN');
  try {
    const fresh = await postEntries(client, entries, warnings);
    await client.query(
      `INSERT INTO posting_positions (name, epoch, last_id, posted_at, entries)
       VALUES ($1, $2, $3, floor(extract(epoch FROM now()))::bigint, $4)
       ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch, last_id = excluded.last_id,
         posted_at = excluded.posted_at, entries = posting_positions.entries + excluded.entries`,
      [JOURNAL, position.epoch, position.lastId, fresh.length],
    );
    const writtenOff = fresh.filter(({ uncollected }) => uncollected !== undefined);
    const posting = { entered: fresh.length, writtenOff, ...(await balances(client, entries)) };
    await client.query('COMMIT');
    return posting;
  } catch (error) {
    // A lost connection has been rolled back already. In either case the first error is the one to report.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Like `postBatch`, but without a transaction of its own and without a position. @returns the entries that were new */
export async function postEntries(
  client: ClientBase,
  entries: readonly JournalEntry[],
  warnings?: QuotaWarnings,
): Promise<readonly JournalEntry[]> {
  const limited = await withinBalances(client, entries, await balancesFor(client, entries));
  const fresh = await enter(client, limited);
  await writeLogs(client, fresh);
  const low = await chargeUsers(client, fresh, warnings?.fallback);
  if (low.length > 0) await warnings?.warn(client, low);
  await chargeTokens(client, fresh);
  await countForChannels(client, fresh);
  await countForHours(client, fresh);
  return fresh;
}

/** Enters charges and returns the entries that were new, each once. Must run in a transaction. */
async function enter(client: ClientBase, entries: readonly JournalEntry[]): Promise<readonly JournalEntry[]> {
  if (entries.length === 0) return [];
  // Nearly always all are new, and COPY is cheaper than an INSERT that looks for conflicts and returns rows.
  await client.query('SAVEPOINT entering');
  try {
    await copyRows(client, LEDGER_COLUMNS, entries.map(ledgerRow));
    await client.query('RELEASE SAVEPOINT entering');
    return entries;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT entering');
    return enterNew(client, entries);
  }
}

const LEDGER_COLUMNS =
  'ledger_entries (created_at, request_id, kind, user_id, token_id, channel_id, delta, token_delta, uncollected)';

function ledgerRow(entry: JournalEntry): (string | number)[] {
  const { createdAt, requestId, userId, tokenId, channelId, charge, uncollected = 0 } = entry;
  const tokenCharge = tokenId === 0 ? 0 : charge;
  return [
    createdAt,
    requestId,
    'consume',
    userId,
    tokenId,
    channelId,
    0 - charge,
    0 - tokenCharge,
    uncollected,
  ];
}

/** Enters the charges that are not in Postgres yet. */
async function enterNew(client: ClientBase, entries: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const { rows } = await client.query<{ key: string }>(
    `INSERT INTO ${LEDGER_COLUMNS}
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::bigint[], $9::bigint[])
     ON CONFLICT (request_id, kind, created_at) DO NOTHING
     RETURNING created_at || ' ' || request_id AS key`,
    columnsOf(entries, ledgerRow, 9),
  );
  const entered = new Set(rows.map(({ key }) => key));
  return entries.filter(({ createdAt, requestId }) => entered.delete(`${createdAt} ${requestId}`));
}

const LOG_COLUMNS = `logs (type, user_id, created_at, content, username, token_name, model_name, quota, prompt_tokens,
  completion_tokens, use_time, is_stream, channel_id, token_id, "group", other, request_id)`;

async function writeLogs(client: ClientBase, entries: readonly JournalEntry[]): Promise<void> {
  const rows = entries.flatMap((entry) => (entry.log ? [logRow(entry, entry.log)] : []));
  if (rows.length > 0) await copyRows(client, LOG_COLUMNS, rows);
}

function logRow(entry: JournalEntry, log: JournalLog): (string | number | boolean)[] {
  return [
    CONSUME_LOG,
    entry.userId,
    entry.createdAt,
    log.content,
    log.username,
    log.tokenName,
    log.modelName,
    entry.charge,
    log.promptTokens,
    log.completionTokens,
    log.useTime,
    log.isStream,
    entry.channelId,
    entry.tokenId,
    log.group,
    entry.uncollected ? withMember(log.other, 'uncollected', entry.uncollected) : log.other,
    entry.requestId,
  ];
}

function withMember(json: string, name: string, value: number): string {
  return JSON.stringify({ ...(JSON.parse(json) as object), [name]: value });
}

/**
 * @param threshold for users without one of their own, in quota units; undefined = do not look for low balances
 * @returns the charged users whose balance is now below their threshold
 */
async function chargeUsers(
  client: ClientBase,
  entries: readonly JournalEntry[],
  threshold: number | undefined,
): Promise<LowUser[]> {
  const sums = new Sums();
  for (const entry of entries) sums.add(entry.userId, entry.charge, entry.createdAt);
  if (!sums.size) return [];
  const { rows } = await client.query<LowUser>(
    `WITH charged AS (
       UPDATE users SET quota = quota - charge, used_quota = used_quota + charge,
         request_count = request_count + requests, ledger_version = ledger_version + 1
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS s (user_id, charge, requests) WHERE id = user_id
       RETURNING id, quota, email, setting, charge, deleted_at
     )
     SELECT id, quota, email, setting FROM charged WHERE $4::bigint IS NOT NULL AND charge <> 0 AND deleted_at IS NULL
       AND quota < coalesce(nullif(substring(setting FROM $5::text)::numeric, 0), $4)`,
    [sums.ids, sums.charges, sums.counts, threshold ?? null, OWN_THRESHOLD],
  );
  return rows;
}

async function chargeTokens(client: ClientBase, entries: readonly JournalEntry[]): Promise<void> {
  const sums = new Sums();
  for (const entry of entries) if (entry.tokenId) sums.add(entry.tokenId, entry.charge, entry.createdAt);
  if (!sums.size) return;
  // Disabled and expired tokens keep their status.
  await client.query(
    `UPDATE tokens SET remain_quota = remain_quota - charge, used_quota = used_quota + charge,
       accessed_time = greatest(accessed_time, at), ledger_version = ledger_version + 1,
       status = CASE WHEN status = ${TokenStatus.enabled} AND NOT unlimited_quota AND remain_quota - charge <= 0
                     THEN ${TokenStatus.exhausted} ELSE status END
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS s (token_id, charge, at) WHERE id = token_id`,
    [sums.ids, sums.charges, sums.latest],
  );
}

async function countForChannels(client: ClientBase, entries: readonly JournalEntry[]): Promise<void> {
  const sums = new Sums();
  for (const entry of entries)
    if (entry.channelId && entry.charge) sums.add(entry.channelId, entry.charge, entry.createdAt);
  if (!sums.size) return;
  await client.query('SELECT 1 FROM channels WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE', [
    sums.ids,
  ]);
  await client.query(
    `UPDATE channels SET used_quota = used_quota + charge
     FROM unnest($1::bigint[], $2::bigint[]) AS s (channel_id, charge) WHERE id = channel_id`,
    [sums.ids, sums.charges],
  );
}

async function countForHours(client: ClientBase, entries: readonly JournalEntry[]): Promise<void> {
  const sums = new HourlySums();
  for (const entry of entries) if (entry.usageData) sums.add(entry, entry.usageData);
  const rows = sums.sorted();
  if (!rows.length) return;
  await client.query(
    `INSERT INTO quota_data (user_id, username, model_name, created_at, token_used, count, quota)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
     ON CONFLICT (user_id, username, model_name, created_at) DO UPDATE SET
       token_used = quota_data.token_used + excluded.token_used,
       count = quota_data.count + excluded.count, quota = quota_data.quota + excluded.quota`,
    columnsOf(rows, (r) => [r.userId, r.username, r.model, r.hour, r.tokens, r.count, r.quota], 7),
  );
}

async function balances(
  client: ClientBase,
  entries: readonly JournalEntry[],
): Promise<Pick<Posting, 'users' | 'tokens' | 'exhausted'>> {
  const userIds = [...new Set(entries.map(({ userId }) => userId))];
  const tokenIds = [...new Set(entries.map(({ tokenId }) => tokenId))];
  const users = await client.query<Balance>(
    'SELECT id, quota AS balance, ledger_version AS version FROM users WHERE id = ANY($1::bigint[])',
    [userIds],
  );
  const tokens = await client.query<Balance & { userId: number; exhausted: boolean }>(
    `SELECT id, remain_quota AS balance, ledger_version AS version, user_id AS "userId", status = ${TokenStatus.exhausted} AS exhausted
     FROM tokens WHERE id = ANY($1::bigint[])`,
    [tokenIds],
  );
  return {
    users: users.rows,
    tokens: tokens.rows,
    exhausted: tokens.rows.filter(({ exhausted }) => exhausted).map(({ id, userId }) => ({ id, userId })),
  };
}
