import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';
import { jsonbOf } from '../core/postgres/postgres-text.js';
import { copyRows } from '../billing/ledger/posting/copy-rows.js';

/** A table with generated ids. */
export type OwnTable =
  | 'users'
  | 'tokens'
  | 'channels'
  | 'purchase_prices'
  | 'redemptions'
  | 'top_ups'
  | 'midjourneys'
  | 'tasks'
  | 'logs';

/** Ids by which accounts sign in at other sites. */
export const SIGN_IN_COLUMNS = ['github_id', 'oidc_id', 'wechat_id', 'telegram_id', 'linux_do_id'] as const;
export type SignInColumn = (typeof SIGN_IN_COLUMNS)[number];

/** The tables that an import fills. Each method is one statement of the given transaction. */
export class TargetRepository {
  /** Which values of a column exist. @param except ids of rows that do not count */
  async taken(
    db: EntityManager,
    table: OwnTable,
    column: 'id' | 'username' | 'access_token_hash' | 'aff_code' | 'key_hash' | 'trade_no',
    values: readonly (string | number)[],
    except: readonly number[] = [],
  ): Promise<Set<string>> {
    const type = column === 'id' ? 'bigint' : 'text';
    const rows: { value: string | number }[] = await db.query(
      `SELECT ${column} AS value FROM ${table} WHERE ${column} = ANY($1::${type}[]) AND id <> ALL($2::bigint[])`,
      [values, except],
    );
    return new Set(rows.map(({ value }) => String(value)));
  }

  /** Which sign-in ids accounts have that are not deleted. @param except ids of accounts that do not count */
  async takenSignInIds(
    db: EntityManager,
    column: SignInColumn,
    values: readonly string[],
    except: readonly number[],
  ): Promise<Set<string>> {
    if (values.length === 0) return new Set();
    const rows: { value: string }[] = await db.query(
      `SELECT ${column} AS value FROM users WHERE ${column} = ANY($1::text[]) AND deleted_at IS NULL
         AND id <> ALL($2::bigint[])`,
      [values, except],
    );
    return new Set(rows.map(({ value }) => value));
  }

  /** Lets the console ask accounts that have no second factor to set one up. */
  async adviseSecondFactor(db: EntityManager, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await db.query(
      'UPDATE users SET second_factor_advised = true WHERE id = ANY($1::bigint[]) AND NOT second_factor',
      [ids],
    );
  }

  async largestId(db: EntityManager, table: OwnTable): Promise<number> {
    const [row]: { id: number | null }[] = await db.query(`SELECT max(id) AS id FROM ${table}`);
    return row?.id ?? 0;
  }

  /** Lets generated ids go on after `id`, if they have not come so far. Takes effect at once, whatever becomes of the transaction. */
  async reserveIds(db: EntityManager, table: OwnTable, id: number): Promise<void> {
    const sequence = `pg_get_serial_sequence('${table}', 'id')`;
    await db.query(
      `SELECT setval(${sequence}, $1::bigint)
       WHERE $1::bigint > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)`,
      [id],
    );
  }

  async newIds(db: EntityManager, table: OwnTable, count: number): Promise<number[]> {
    const rows: { id: number }[] = await db.query(
      `SELECT nextval(pg_get_serial_sequence('${table}', 'id')) AS id FROM generate_series(1, $1)`,
      [count],
    );
    return rows.map(({ id }) => id);
  }

  /** Inserts rows that have the same columns, by the names of these. */
  async insert(
    db: EntityManager,
    table: OwnTable | 'ledger_entries',
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const columns = Object.keys(first)
      .map((name) => `"${name}"`)
      .join(', ');
    await db.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [jsonbOf(rows)],
    );
  }

  /** Sets columns of rows, which have the same ones, by their ids. */
  async update(
    db: EntityManager,
    table: OwnTable,
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const columns = Object.keys(first)
      .filter((name) => name !== 'id')
      .map((name) => `"${name}"`);
    await db.query(
      `UPDATE ${table} t SET (${columns.join(', ')}) = ROW(${columns.map((name) => `u.${name}`).join(', ')})
       FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) u WHERE t.id = u.id`,
      [jsonbOf(rows)],
    );
  }

  /** Replaces the account of the first start. */
  async replaceUser(
    db: EntityManager,
    id: number,
    columns: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const names = Object.keys(columns).map((name) => `"${name}"`);
    await db.query(
      `UPDATE users SET (${names.join(', ')}) = (
         SELECT ${names.join(', ')} FROM jsonb_populate_record(NULL::users, $2::jsonb)),
         session_version = session_version + 1, ledger_version = ledger_version + 1
       WHERE id = $1`,
      [id, jsonbOf(columns)],
    );
  }

  /**
   * The super administrator that the first start made, if nothing was done since: no other account, no token, no channel, no charge.
   * @returns id and balance
   */
  async unusedFirstAccount(db: EntityManager): Promise<{ id: number; quota: number } | undefined> {
    const [row]: { id: number; quota: number }[] = await db.query(
      `SELECT id, quota FROM users u WHERE role = 100 AND NOT EXISTS (SELECT 1 FROM users o WHERE o.id <> u.id)
         AND NOT EXISTS (SELECT 1 FROM tokens) AND NOT EXISTS (SELECT 1 FROM channels)
         AND NOT EXISTS (SELECT 1 FROM ledger_entries WHERE kind <> 'opening') FOR NO KEY UPDATE`,
    );
    return row;
  }

  /** Which codes were redeemed here. @param ids of codes */
  async redeemedHere(db: EntityManager, ids: readonly number[]): Promise<Set<number>> {
    const rows: { id: number }[] = await db.query(
      `SELECT id FROM unnest($1::bigint[]) AS code (id)
       WHERE EXISTS (SELECT 1 FROM ledger_entries WHERE kind = 'redemption' AND request_id = 'redemption:' || code.id)`,
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Adds sums of the dashboard to those that are there. */
  async addUsage(db: EntityManager, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    await db.query(
      `INSERT INTO quota_data AS q (user_id, username, model_name, created_at, token_used, count, quota)
       SELECT user_id, username, model_name, created_at, sum(token_used), sum(count), sum(quota)
       FROM jsonb_populate_recordset(NULL::quota_data, $1::jsonb) GROUP BY 1, 2, 3, 4
       ON CONFLICT (user_id, created_at, model_name, username) DO UPDATE
       SET token_used = q.token_used + excluded.token_used, count = q.count + excluded.count, quota = q.quota + excluded.quota`,
      [jsonbOf(rows)],
    );
  }

  /** Inserts rows of the log, encoded by `copyText`. @param columns their columns @param lines each with a line feed */
  async copyLogs(db: EntityManager, columns: string, lines: string): Promise<void> {
    if (!db.queryRunner) throw new Error('rows are copied inside a transaction');
    const client = (await db.queryRunner.connect()) as ClientBase;
    await copyRows(client, `logs (${columns})`, lines);
  }

  /** Groups of users and channels. */
  async groups(db: EntityManager): Promise<string[]> {
    const rows: { name: string }[] = await db.query(
      `SELECT DISTINCT trim(name) AS name FROM (
         SELECT "group" AS name FROM users UNION SELECT "group" FROM tokens
         UNION SELECT unnest(string_to_array("group", ',')) FROM channels) used
       WHERE trim(name) <> '' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  }

  /** Models of channels that are enabled. */
  async models(db: EntityManager): Promise<string[]> {
    const rows: { model: string }[] = await db.query(
      'SELECT DISTINCT model FROM abilities WHERE enabled ORDER BY 1',
    );
    return rows.map(({ model }) => model);
  }
}
