import { LogType, TokenStatus } from '../../../contract/enums.js';
import type { ClientBase } from 'pg';
import type { JournalEntry, JournalLog } from '../journal-entry.js';
import { balancesFor, withinBalances } from './balance-limit.js';
import { chargeUsage } from './charge-usage.js';
import { correctCharges } from './corrections.js';
import { withoutEarlierCharges } from './earlier-charges.js';
import { enter } from './enter-charges.js';
import { logRow, writeLogRows } from './log-rows.js';
import { prepared } from './prepared.js';
import { savePosition, type Position } from './position.js';
import type { LowUser, QuotaWarnings } from './quota-warnings.js';
import { columnsOf, Sums, UsageSums } from './sums.js';
import { UsageHours } from './usage-hours.js';
import { keepWriteOffs } from './write-off-cause.js';

/** The journal's name in `posting_positions`. */
const JOURNAL = 'relay';
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
 * @param since see `withoutEarlierCharges`
 */
export async function postBatch(
  client: ClientBase,
  position: Position,
  entries: readonly JournalEntry[],
  warnings?: QuotaWarnings,
  since = Infinity,
): Promise<Posting> {
  await client.query('BEGIN');
  try {
    const { fresh, users, tokens } = await postFresh(client, entries, warnings, since);
    await savePosition(client, JOURNAL, position, fresh.length);
    const writtenOff = fresh.filter(({ uncollected }) => uncollected !== undefined);
    const posting = {
      entered: fresh.length,
      writtenOff,
      ...(await balances(client, entries, { users, tokens })),
    };
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
  const { fresh } = await postFresh(client, entries, warnings, Infinity);
  return fresh;
}

interface PostedToken extends Balance {
  userId: number;
  exhausted: boolean;
}

/** The charged accounts after posting. */
interface Charged {
  readonly users: readonly ChargedUser[];
  readonly tokens: readonly PostedToken[];
}

async function postFresh(
  client: ClientBase,
  batch: readonly JournalEntry[],
  warnings: QuotaWarnings | undefined,
  since: number,
): Promise<Charged & { fresh: readonly JournalEntry[] }> {
  const entries = await withoutEarlierCharges(client, batch, since);
  const limited = await withinBalances(client, entries, await balancesFor(client, entries));
  const fresh = await enter(client, limited);
  await writeLogs(client, fresh);
  await keepWriteOffs(
    client,
    fresh.flatMap((entry) => (entry.uncollected ? [{ entry, quota: entry.uncollected }] : [])),
  );
  const usage = new UsageHours();
  for (const entry of fresh) usage.add(chargeUsage(entry));
  if (fresh.length < entries.length) await correctRepeated(client, limited, fresh, usage);
  const users = await chargeUsers(client, fresh, warnings?.fallback);
  const low = users.filter((user) => user.low);
  if (low.length > 0) await warnings?.warn(client, low);
  const tokens = await chargeTokens(client, fresh);
  await countForChannels(client, fresh);
  await countForDashboard(client, fresh);
  await usage.write((statement) => client.query(statement));
  return { fresh, users, tokens };
}

/** Corrects charges of requests that were settled a second time, with another amount. */
async function correctRepeated(
  client: ClientBase,
  entries: readonly JournalEntry[],
  fresh: readonly JournalEntry[],
  usage: UsageHours,
): Promise<void> {
  const batch = { users: new Sums(), tokens: new Sums() };
  for (const { userId, tokenId, charge } of fresh) {
    batch.users.add(userId, charge, 0);
    if (tokenId) batch.tokens.add(tokenId, charge, 0);
  }
  const isFresh = new Set(fresh);
  await correctCharges(
    client,
    entries.filter((entry) => !isFresh.has(entry)),
    batch,
    usage,
  );
}

async function writeLogs(client: ClientBase, entries: readonly JournalEntry[]): Promise<void> {
  let lines = '';
  for (const entry of entries) if (entry.log) lines += consumptionRow(entry, entry.log);
  await writeLogRows(client, lines);
}

function consumptionRow(entry: JournalEntry, log: JournalLog): string {
  const { userId, createdAt, charge, channelId, tokenId, uncollected, requestId } = entry;
  const other = uncollected ? withMember(log.other, 'uncollected', uncollected) : log.other;
  const account = { userId, createdAt, channelId, tokenId, requestId };
  return logRow({ type: LogType.consumption, quota: charge, ...account }, log, log.content, other);
}

function withMember(json: string, name: string, value: number): string {
  return JSON.stringify({ ...(JSON.parse(json) as object), [name]: value });
}

interface ChargedUser extends LowUser {
  readonly version: number;
  /** The balance is now below the user's threshold. Addresses are given only then. */
  readonly low: boolean;
}

/** @param threshold for users without one of their own, in quota units; undefined = do not look for low balances */
async function chargeUsers(
  client: ClientBase,
  entries: readonly JournalEntry[],
  threshold: number | undefined,
): Promise<ChargedUser[]> {
  const sums = new Sums();
  for (const entry of entries) sums.add(entry.userId, entry.charge, entry.createdAt);
  if (!sums.size) return [];
  const { rows } = await client.query<ChargedUser>(
    prepared(
      'charge-users',
      `WITH charged AS (
       UPDATE users SET quota = quota - charge, used_quota = used_quota + charge,
         request_count = request_count + requests, ledger_version = ledger_version + 1
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS s (user_id, charge, requests) WHERE id = user_id
       RETURNING id, quota, ledger_version AS version, email, setting,
         $4::bigint IS NOT NULL AND charge <> 0 AND deleted_at IS NULL
           AND quota < coalesce(nullif(substring(setting FROM $5::text)::numeric, 0), $4) AS low
     )
     SELECT id, quota, version, low, CASE WHEN low THEN email END AS email,
       CASE WHEN low THEN setting END AS setting FROM charged`,
      [sums.ids, sums.charges, sums.counts, threshold ?? null, OWN_THRESHOLD],
    ),
  );
  return rows;
}

const POSTED_TOKEN = `id, remain_quota AS balance, ledger_version AS version, user_id AS "userId",
  status = ${TokenStatus.exhausted} AS exhausted`;

async function chargeTokens(client: ClientBase, entries: readonly JournalEntry[]): Promise<PostedToken[]> {
  const sums = new Sums();
  for (const entry of entries) if (entry.tokenId) sums.add(entry.tokenId, entry.charge, entry.createdAt);
  if (!sums.size) return [];
  // Disabled and expired tokens keep their status.
  const { rows } = await client.query<PostedToken>(
    prepared(
      'charge-tokens',
      `UPDATE tokens SET remain_quota = remain_quota - charge, used_quota = used_quota + charge,
       accessed_time = greatest(accessed_time, at), ledger_version = ledger_version + 1,
       status = CASE WHEN status = ${TokenStatus.enabled} AND NOT unlimited_quota AND remain_quota - charge <= 0
                     THEN ${TokenStatus.exhausted} ELSE status END
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS s (token_id, charge, at) WHERE id = token_id
     RETURNING ${POSTED_TOKEN}`,
      [sums.ids, sums.charges, sums.latest],
    ),
  );
  return rows;
}

async function countForChannels(client: ClientBase, entries: readonly JournalEntry[]): Promise<void> {
  const sums = new Sums();
  for (const entry of entries)
    if (entry.channelId && entry.charge) sums.add(entry.channelId, entry.charge, entry.createdAt);
  if (!sums.size) return;
  await client.query(
    prepared(
      'lock-channels',
      'SELECT 1 FROM channels WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
      [sums.ids],
    ),
  );
  await client.query(
    prepared(
      'count-channels',
      `UPDATE channels SET used_quota = used_quota + charge
     FROM unnest($1::bigint[], $2::bigint[]) AS s (channel_id, charge) WHERE id = channel_id`,
      [sums.ids, sums.charges],
    ),
  );
}

async function countForDashboard(client: ClientBase, entries: readonly JournalEntry[]): Promise<void> {
  const sums = new UsageSums();
  for (const entry of entries) if (entry.usageData) sums.add(entry, entry.usageData);
  const rows = sums.sorted();
  if (!rows.length) return;
  await client.query(
    prepared(
      'count-dashboard',
      `INSERT INTO quota_data (user_id, username, model_name, created_at, token_used, count, quota)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
     ON CONFLICT (user_id, username, model_name, created_at) DO UPDATE SET
       token_used = quota_data.token_used + excluded.token_used,
       count = quota_data.count + excluded.count, quota = quota_data.quota + excluded.quota`,
      columnsOf(rows, (r) => [r.userId, r.username, r.model, r.from, r.tokens, r.count, r.quota], 7),
    ),
  );
}

/** Balances of all accounts of these entries. Those of repeated entries are not among the charged ones and are read. */
async function balances(
  client: ClientBase,
  entries: readonly JournalEntry[],
  charged: Charged,
): Promise<Pick<Posting, 'users' | 'tokens' | 'exhausted'>> {
  const users = charged.users.map(({ id, quota, version }): Balance => ({ id, balance: quota, version }));
  const tokens = [...charged.tokens];
  const otherUsers = without(
    entries.map(({ userId }) => userId),
    users,
  );
  if (otherUsers.length > 0) {
    const { rows } = await client.query<Balance>(
      'SELECT id, quota AS balance, ledger_version AS version FROM users WHERE id = ANY($1::bigint[])',
      [otherUsers],
    );
    users.push(...rows);
  }
  const otherTokens = without(
    entries.map(({ tokenId }) => tokenId),
    tokens,
  );
  if (otherTokens.length > 0) {
    const { rows } = await client.query<PostedToken>(
      `SELECT ${POSTED_TOKEN} FROM tokens WHERE id = ANY($1::bigint[])`,
      [otherTokens],
    );
    tokens.push(...rows);
  }
  const exhausted = tokens.filter((token) => token.exhausted).map(({ id, userId }) => ({ id, userId }));
  return { users, tokens, exhausted };
}

/** The distinct ids, except 0 and those of the given rows. */
function without(ids: readonly number[], rows: readonly { id: number }[]): number[] {
  const left = new Set(ids);
  left.delete(0);
  for (const { id } of rows) left.delete(id);
  return [...left];
}
