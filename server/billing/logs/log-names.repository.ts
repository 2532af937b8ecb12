import type { DataSource } from 'typeorm';
import type { LogFilter } from './log-filter.js';
import { withModelNames } from './model-names.js';

/** Beyond this number of tokens with one name, rows are found by the name that they were written with. */
const MAX_TOKENS = 1000;

/**
 * Replaces the names in a filter by what they stand for: accounts and tokens by id, because both can be renamed and their
 * names given to others, and patterns of model names by the matching names.
 */
export async function resolvedNames(dataSource: DataSource, filter: LogFilter): Promise<LogFilter> {
  const { username, ...others } = filter;
  const userId = username === undefined ? undefined : await accountOf(dataSource, username);
  const byAccount = userId === undefined ? filter : { ...others, userId };
  return withModelNames(dataSource, await withTokens(dataSource, byAccount));
}

/**
 * The account that a name stands for: the one that has it, deleted or not; for a name that no account has any more, the
 * account whose calls were logged with it.
 * @returns undefined if there is none, or several had the name: rows are then found by the name that they were written
 * with
 */
export async function accountOf(dataSource: DataSource, username: string): Promise<number | undefined> {
  const [holder]: { id: number }[] = await dataSource.query('SELECT id FROM users WHERE username = $1', [
    username,
  ]);
  if (holder) return holder.id;
  // One index entry at either end instead of all rows with the name.
  const [ends]: { oldest: number | null; newest: number | null }[] = await dataSource.query(
    `SELECT (SELECT user_id FROM logs WHERE username = $1 ORDER BY created_at LIMIT 1) AS oldest,
       (SELECT user_id FROM logs WHERE username = $1 ORDER BY created_at DESC LIMIT 1) AS newest`,
    [username],
  );
  return ends?.oldest === ends?.newest ? (ends?.newest ?? undefined) || undefined : undefined;
}

/**
 * Names of tokens are not unique: a name stands for all tokens that have it, deleted or not, of the account in the filter
 * if there is one. A name that no token has any more finds the rows written with it.
 */
async function withTokens(dataSource: DataSource, filter: LogFilter): Promise<LogFilter> {
  const { tokenName, userId } = filter;
  if (tokenName === undefined) return filter;
  const rows: { id: number }[] = await dataSource.query(
    `SELECT id FROM tokens WHERE name = $1 ${userId === undefined ? '' : 'AND user_id = $2'} LIMIT ${MAX_TOKENS + 1}`,
    userId === undefined ? [tokenName] : [tokenName, userId],
  );
  return rows.length === 0 || rows.length > MAX_TOKENS
    ? filter
    : { ...filter, tokenIds: rows.map(({ id }) => id) };
}
