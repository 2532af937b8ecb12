import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { Vault } from '../../server/core/crypto.js';
import { importArguments } from '../../server/import/import-arguments.js';
import { importSource, type Imported } from '../../server/import/importer.js';
import { openSource } from '../../server/import/sources/open-source.js';

export type Row = Record<string, string | number | null>;

/** A password hash as old gateways have it. */
export const HASH = `$2a$10$${'f'.repeat(53)}`;
/** Of the secret that programs of the tests have. */
export const vault = new Vault(process.env.TOLLGATE_SECRET ?? '');

/** Small databases of other gateways, in files that `remove` deletes. */
export class SmallDatabases {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-import-test-'));

  /** A database of SQLite with these tables; their columns are those of their first rows. @returns its file */
  make(name: string, tables: Record<string, Row[]>): string {
    const file = path.join(this.folder, `${name}.db`);
    const made = new Database(file);
    for (const [table, rows] of Object.entries({
      users: [],
      tokens: [],
      channels: [],
      options: [],
      ...tables,
    })) {
      const columns = Object.keys(rows[0] ?? { id: 1, key: '' });
      const typed = columns.map(
        (column) => `"${column}" ${typeof rows[0]?.[column] === 'number' ? 'INTEGER' : 'TEXT'}`,
      );
      made.exec(`CREATE TABLE "${table}" (${typed.join(', ')})`);
      for (const row of rows)
        made
          .prepare(`INSERT INTO "${table}" VALUES (${columns.map(() => '?').join(', ')})`)
          .run(...columns.map((column) => row[column] ?? null));
    }
    made.close();
    return file;
  }

  /** Changes a database, as its gateway would. */
  change(file: string, ...statements: string[]): void {
    const database = new Database(file);
    for (const statement of statements) database.exec(statement);
    database.close();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Imports a file in this process. @param args those of `npm run import` beside the source */
export async function importFile(database: DataSource, file: string, ...args: string[]): Promise<Imported> {
  const read = importArguments(['--from', file, ...args]);
  const source = await openSource(file, () => true);
  const logs = read.logsFrom === undefined ? source : await openSource(read.logsFrom, () => true);
  try {
    return await importSource(database, {
      args: read,
      source,
      logs,
      vault,
      timeouts: { midjourneys: 60, tasks: 1440 },
      ensureMonths: () => Promise.resolve(),
      report: () => undefined,
    });
  } finally {
    await source.close();
    if (logs !== source) await logs.close();
  }
}

/** A user of another gateway. */
export const user = (id: number, username: string, more: Row = {}): Row =>
  Object.assign(
    {
      id,
      username,
      password: '',
      role: 1,
      status: 1,
      quota: 100,
      used_quota: 0,
      group: 'default',
      aff_code: '',
    },
    { access_token: null, deleted_at: null, inviter_id: 0, github_id: '' },
    more,
  );

/** A token of another gateway. */
export const token = (id: number, owner: number, key: string, more: Row = {}): Row =>
  Object.assign(
    { id, user_id: owner, key, name: `t${id}`, status: 1, remain_quota: 10, unlimited_quota: 0, group: '' },
    more,
  );
