import type { Writable } from 'node:stream';
import pg, { type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { TableFile } from './backup-format.js';

/** Writes the rows of a backup into the tables of a new database. */
export class RestoreRepository {
  constructor(private readonly client: ClientBase) {}

  async begin(): Promise<void> {
    await this.client.query('BEGIN');
    await this.client.query(
      'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    );
  }

  async commit(): Promise<void> {
    await this.client.query('COMMIT');
  }

  async rollback(): Promise<void> {
    await this.client.query('ROLLBACK');
  }

  /** Whether a table exists and has rows. */
  async hasRows(name: string): Promise<boolean> {
    const { rows: found } = await this.client.query<{ name: string | null }>(
      'SELECT to_regclass($1)::text AS name',
      [pg.escapeIdentifier(name)],
    );
    if (found[0]?.name == null) return false;
    const { rows } = await this.client.query<{ any: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM ${pg.escapeIdentifier(name)}) AS any`,
    );
    return rows[0]?.any === true;
  }

  /** The tables in an order in which each comes after those that its rows refer to. */
  async inOrder(tables: readonly TableFile[]): Promise<TableFile[]> {
    const { rows } = await this.client.query<{ name: string; target: string }>(
      `SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS target
       FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`,
    );
    const ordered: TableFile[] = [];
    const take = (table: TableFile) => {
      if (ordered.includes(table)) return;
      for (const { name, target } of rows)
        if (name === table.name) tables.filter((one) => one.name === target).forEach(take);
      ordered.push(table);
    };
    tables.forEach(take);
    return ordered;
  }

  /** Removes what migrations wrote into a new table. */
  async clear(name: string): Promise<void> {
    await this.client.query(`DELETE FROM ${pg.escapeIdentifier(name)}`);
  }

  /** Takes rows in the text format of COPY; `rowCount` says how many, once it has finished. */
  rows({ name, columns }: TableFile): Writable & { readonly rowCount: number } {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    return this.client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list}) FROM STDIN`));
  }

  /** @param values by name: the last value that was given out */
  async continueSequences(values: Readonly<Record<string, number>>): Promise<void> {
    for (const [name, value] of Object.entries(values))
      await this.client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), value]);
  }

  /** For the planner, which knows nothing of new rows. */
  async analyze(): Promise<void> {
    await this.client.query('ANALYZE');
  }
}
