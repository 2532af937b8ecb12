import type { Readable } from 'node:stream';
import pg, { type ClientBase } from 'pg';
import { noteCommand } from '../audit/command-entry.repository.js';
import { to as copyTo } from 'pg-copy-streams';

/** A table of the database. */
export interface Table {
  readonly name: string;
  readonly columns: string[];
  /** Months or days with a partition; of a table without partitions, none. */
  readonly partitions: string[];
}

/** Reads all of a database at one moment. */
export class BackupRepository {
  constructor(private readonly client: ClientBase) {}

  /** Begins the snapshot. Long tables may take hours, which no limit ends. @returns its time */
  async begin(): Promise<Date> {
    await this.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await this.client.query(
      'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    );
    const { rows } = await this.client.query<{ at: Date }>('SELECT now() AS at');
    return rows[0]!.at;
  }

  async end(): Promise<void> {
    await this.client.query('COMMIT');
  }

  /** Names of the applied migrations in their order; undefined: the database has no tables. */
  async migrations(): Promise<string[] | undefined> {
    const { rows: found } = await this.client.query<{ name: string | null }>(
      `SELECT to_regclass('migrations')::text AS name`,
    );
    if (found[0]?.name == null) return undefined;
    const { rows } = await this.client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    return rows.map(({ name }) => name);
  }

  /** Every table but that of the migrations, which restoring applies itself; partitions are part of their table. */
  async tables(): Promise<Table[]> {
    const { rows } = await this.client.query<Table>(
      `SELECT relname AS name,
         ARRAY(SELECT attname::text FROM pg_attribute
               WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
         ARRAY(SELECT substring(part.relname FROM '\\d{4}_\\d{2}(?:_\\d{2})?$') FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
               WHERE inhparent = c.oid AND part.relname ~ '_\\d{4}_\\d{2}(_\\d{2})?$' ORDER BY 1) AS partitions
       FROM pg_class c
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migrations'
       ORDER BY relname`,
    );
    return rows;
  }

  /** The rows in the text format of COPY. */
  rows({ name, columns }: Table): Readable & { readonly rowCount: number } {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    return this.client.query(copyTo(`COPY (SELECT ${list} FROM ${pg.escapeIdentifier(name)}) TO STDOUT`));
  }

  /** Read after the rows: sequences are not part of a snapshot, and are then at or beyond all of its ids. */
  async sequences(): Promise<Record<string, number>> {
    const { rows } = await this.client.query<{ name: string; value: string }>(
      `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`,
    );
    return Object.fromEntries(
      rows.filter(({ name }) => name !== 'migrations_id_seq').map(({ name, value }) => [name, Number(value)]),
    );
  }

  /** Notes a complete backup, in databases of releases that have the table. */
  async record({ at, release, folder }: { at: Date; release: string; folder: string }): Promise<void> {
    const { rows } = await this.client.query<{ name: string | null }>(
      `SELECT to_regclass('backups')::text AS name`,
    );
    if (rows[0]?.name == null) return;
    await this.client.query(
      'INSERT INTO backups (at, release, folder) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [at, release, folder],
    );
    await noteCommand(this.client, 'backup', { at: at.toISOString(), release, folder });
  }

  async installation(): Promise<string> {
    const { rows } = await this.client.query<{ name: string }>('SELECT name FROM installations');
    return rows[0]?.name ?? '';
  }

  /** One text per secret that stored values depend on, the oldest first. */
  async secretChecks(): Promise<string[]> {
    const { rows } = await this.client.query<{ sealed: string }>(
      'SELECT sealed FROM secret_checks ORDER BY id <> 1, id',
    );
    return rows.map(({ sealed }) => sealed);
  }
}
