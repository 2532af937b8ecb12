import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';
import { jsonbOf } from '../core/postgres-text.js';
import { copyRows } from '../billing/ledger/posting/copy-rows.js';
import type { Note } from './rules.js';

/** Of the rows that an import stores about itself. An import that a release with another format began is not continued. */
export const IMPORT_FORMAT = 1;

/** How far a table is read whose rows are not listed one by one. */
export interface TablePosition {
  /** Id of the last row in the source; 0 = none yet. */
  readonly after: number;
  /** Added to the ids of the source. */
  readonly offset: number;
  /** Rows imported so far, and what they add up to. */
  readonly rows: number;
  readonly quota: number;
  readonly tokens: number;
  /** Rows whose details were no JSON and are left out. */
  readonly unreadable: number;
}

export type ImportState = Readonly<Record<string, TablePosition>>;

/** What became of a row. */
export interface MappedRow {
  readonly id: string;
  /** 0 = not imported. */
  readonly ownId: number;
  readonly balance?: number;
}

/** A table with generated ids. */
export type OwnTable =
  'users' | 'tokens' | 'channels' | 'redemptions' | 'top_ups' | 'midjourneys' | 'tasks' | 'logs';

/** Ids by which accounts sign in at other sites. */
export const SIGN_IN_COLUMNS = ['github_id', 'oidc_id', 'wechat_id', 'telegram_id', 'linux_do_id'] as const;
export type SignInColumn = (typeof SIGN_IN_COLUMNS)[number];

/** Rows of imports and of the tables that they fill. Each method is one statement of the given transaction. */
export class ImportRepository {
  /** Names of the imports so far. */
  async sources(db: EntityManager): Promise<string[]> {
    const rows: { source: string }[] = await db.query('SELECT source FROM imports ORDER BY id');
    return rows.map(({ source }) => source);
  }

  /** Finds or creates an import. @returns its id and format */
  async begin(db: EntityManager, source: string, label: string): Promise<{ id: number; format: number }> {
    await db.query(
      `INSERT INTO imports (source, label, format, started_at) VALUES ($1, $2, $3, floor(extract(epoch FROM now())))
       ON CONFLICT (source) DO NOTHING`,
      [source, label, IMPORT_FORMAT],
    );
    const [row]: { id: number; format: number }[] = await db.query(
      'SELECT id, format FROM imports WHERE source = $1',
      [source],
    );
    if (!row) throw new Error('the import was not stored');
    return row;
  }

  /** Locks an import until the end of the transaction: a second run at the same time waits. @returns its state */
  async lock(db: EntityManager, importId: number): Promise<ImportState> {
    const [row]: { state: ImportState }[] = await db.query(
      'SELECT state FROM imports WHERE id = $1 FOR UPDATE',
      [importId],
    );
    return row?.state ?? {};
  }

  async savePosition(
    db: EntityManager,
    importId: number,
    table: string,
    position: TablePosition,
  ): Promise<void> {
    await db.query(
      'UPDATE imports SET state = state || jsonb_build_object($2::text, $3::jsonb) WHERE id = $1',
      [importId, table, JSON.stringify(position)],
    );
  }

  async saveProof(db: EntityManager, importId: number, proof: unknown): Promise<void> {
    await db.query('UPDATE imports SET proof = $2 WHERE id = $1 AND proof IS DISTINCT FROM $2::jsonb', [
      importId,
      jsonbOf(proof),
    ]);
  }

  /** Which of these rows have been dealt with. */
  async known(
    db: EntityManager,
    importId: number,
    table: string,
    ids: readonly string[],
  ): Promise<Set<string>> {
    const rows: { id: string }[] = await db.query(
      'SELECT source_id AS id FROM import_rows WHERE import_id = $1 AND table_name = $2 AND source_id = ANY($3)',
      [importId, table, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Own ids by ids of the source. */
  async ownIds(db: EntityManager, importId: number, table: string): Promise<Map<string, number>> {
    const rows: { id: string; own: number }[] = await db.query(
      'SELECT source_id AS id, own_id AS own FROM import_rows WHERE import_id = $1 AND table_name = $2 AND own_id <> 0',
      [importId, table],
    );
    return new Map(rows.map(({ id, own }) => [id, own]));
  }

  async map(db: EntityManager, importId: number, table: string, rows: readonly MappedRow[]): Promise<void> {
    if (rows.length === 0) return;
    await db.query(
      `INSERT INTO import_rows (import_id, table_name, source_id, own_id, balance)
       SELECT $1, $2, * FROM unnest($3::text[], $4::bigint[], $5::bigint[])`,
      [
        importId,
        table,
        rows.map(({ id }) => id),
        rows.map(({ ownId }) => ownId),
        rows.map(({ balance }) => balance ?? null),
      ],
    );
    // An earlier run may have had no users yet.
    await db.query(
      `DELETE FROM import_notes
       WHERE import_id = $1 AND table_name = $2 AND source_id = ANY($3) AND code = 'owner_missing'`,
      [importId, table, rows.map(({ id }) => id)],
    );
  }

  async note(db: EntityManager, importId: number, notes: readonly Note[]): Promise<void> {
    if (notes.length === 0) return;
    await db.query(
      `INSERT INTO import_notes (import_id, table_name, source_id, code, detail)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`,
      [
        importId,
        notes.map(({ table }) => table),
        notes.map(({ id }) => id),
        notes.map(({ code }) => code),
        notes.map(({ detail }) => detail),
      ],
    );
  }

  /** All notes, by table and id. */
  notes(db: EntityManager, importId: number): Promise<Note[]> {
    return db.query(
      `SELECT table_name AS "table", source_id AS id, code, detail FROM import_notes WHERE import_id = $1
       ORDER BY table_name, length(source_id), source_id, code`,
      [importId],
    );
  }

  /** Which values of a column exist. */
  async taken(
    db: EntityManager,
    table: OwnTable,
    column: 'id' | 'username' | 'access_token_hash' | 'aff_code' | 'key_hash' | 'trade_no',
    values: readonly (string | number)[],
  ): Promise<Set<string>> {
    const type = column === 'id' ? 'bigint' : 'text';
    const rows: { value: string | number }[] = await db.query(
      `SELECT ${column} AS value FROM ${table} WHERE ${column} = ANY($1::${type}[])`,
      [values],
    );
    return new Set(rows.map(({ value }) => String(value)));
  }

  /** Which sign-in ids accounts have that are not deleted. */
  async takenSignInIds(
    db: EntityManager,
    column: SignInColumn,
    values: readonly string[],
  ): Promise<Set<string>> {
    if (values.length === 0) return new Set();
    const rows: { value: string }[] = await db.query(
      `SELECT ${column} AS value FROM users WHERE ${column} = ANY($1::text[]) AND deleted_at IS NULL`,
      [values],
    );
    return new Set(rows.map(({ value }) => value));
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
