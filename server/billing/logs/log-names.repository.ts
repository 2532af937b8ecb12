import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ReadDatabase } from '../../core/postgres/reads/read-database.js';
import type { LogFilter } from './log-filter.js';

/** Beyond this number of tokens with one name, rows are found by the name that they were written with. */
const MAX_TOKENS = 1000;

/**
 * Model names in the log that match a pattern. Jumps from name to name in the index (`logs_model_created`, hence the
 * byte order): a few dozen steps instead of a scan of all rows.
 */
const MATCHING_MODELS = `
  WITH RECURSIVE names (name) AS (
    (SELECT model_name FROM logs ORDER BY model_name USING ~<~ LIMIT 1)
    UNION ALL
    SELECT (SELECT model_name FROM logs WHERE model_name ~>~ name ORDER BY model_name USING ~<~ LIMIT 1)
    FROM names WHERE name IS NOT NULL)
  SELECT name FROM names WHERE name LIKE $1`;

/** Names in the log, from the primary where they can be changed: the accounts, tokens and models that a filter means, and the names of rows that contain ids. */
@Injectable()
export class LogNamesRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reads: ReadDatabase,
  ) {}

  /**
   * Replaces the names in a filter: those of accounts and tokens by ids, because both can be renamed and their names reused,
   * and patterns of model names by the matching names.
   */
  async resolveNames(filter: LogFilter): Promise<LogFilter> {
    const { username, ...others } = filter;
    const userId = username === undefined ? undefined : await this.accountOf(username);
    const byAccount = userId === undefined ? filter : { ...others, userId };
    return this.withModelNames(await this.withTokens(byAccount));
  }

  /**
   * The account that a name stands for: the one that has it, deleted or not; for a name that no account has any more, the
   * account whose calls were logged with it.
   * @returns undefined if there is none, or several had the name: rows are then found by the name that they were written
   * with
   */
  async accountOf(username: string): Promise<number | undefined> {
    const [holder]: { id: number }[] = await this.dataSource.query(
      'SELECT id FROM users WHERE username = $1',
      [username],
    );
    if (holder) return holder.id;
    // One index entry at either end instead of all rows with the name.
    const [ends]: { oldest: number | null; newest: number | null }[] = await this.dataSource.query(
      `SELECT (SELECT user_id FROM logs WHERE username = $1 ORDER BY created_at LIMIT 1) AS oldest,
       (SELECT user_id FROM logs WHERE username = $1 ORDER BY created_at DESC LIMIT 1) AS newest`,
      [username],
    );
    return ends?.oldest === ends?.newest ? (ends?.newest ?? undefined) || undefined : undefined;
  }

  /** The name of an account. @param manager undefined = outside a transaction @returns undefined if it does not exist */
  async usernameOf(manager: EntityManager | undefined, userId: number): Promise<string | undefined> {
    const [user]: { username: string }[] = await (manager ?? this.dataSource.manager).query(
      'SELECT username FROM users WHERE id = $1',
      [userId],
    );
    return user?.username;
  }

  /** Names of channels by id, also of deleted ones, for display: rows of the log contain ids alone. */
  async channelNames(channels: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const ids = [...new Set(channels)].filter((id) => id !== 0);
    if (ids.length === 0) return new Map();
    // An imported channel may have the id of a deleted one; the later row counts.
    const rows: { id: number; name: string }[] = await this.dataSource.query(
      `SELECT id, name FROM deleted_channels WHERE id = ANY($1)
     UNION ALL SELECT id, name FROM channels WHERE id = ANY($1)`,
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /**
   * Names of tokens are not unique: a name stands for all tokens that have it, deleted or not, of the account in the filter
   * if there is one. A name that no token has any more finds the rows written with it.
   */
  private async withTokens(filter: LogFilter): Promise<LogFilter> {
    const { tokenName, userId } = filter;
    if (tokenName === undefined) return filter;
    const rows: { id: number }[] = await this.dataSource.query(
      `SELECT id FROM tokens WHERE name = $1 ${userId === undefined ? '' : 'AND user_id = $2'} LIMIT ${MAX_TOKENS + 1}`,
      userId === undefined ? [tokenName] : [tokenName, userId],
    );
    return rows.length === 0 || rows.length > MAX_TOKENS
      ? filter
      : { ...filter, tokenIds: rows.map(({ id }) => id) };
  }

  /** Replaces a pattern of model names in the filter by the matching names. */
  private async withModelNames(filter: LogFilter): Promise<LogFilter> {
    if (!filter.modelName?.includes('%')) return filter;
    const rows: { name: string }[] = await this.reads.query(MATCHING_MODELS, [pattern(filter.modelName)]);
    return { ...filter, modelName: undefined, modelNames: rows.map(({ name }) => name) };
  }
}

/** Escapes `_`, which is part of many model names and not a wildcard here. */
function pattern(text: string): string {
  return text.replace(/[\\_]/g, '\\$&');
}
