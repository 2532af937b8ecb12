import Database from 'libsql';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SourceConnection } from './sql-source.repository.js';
import { UnreadableSource, type SourceRow } from './source.js';

/**
 * Opens a database file read only. Its first read begins the snapshot: until the end, other programs can read the file, and wait with
 * changes.
 * @throws UnreadableSource
 */
export function openSqlite(file: string): SourceConnection {
  let database: Database.Database;
  try {
    // The option `readonly` of the driver is not in effect: https://www.sqlite.org/uri.html#urimode
    database = new Database(`${pathToFileURL(path.resolve(file)).href}?mode=ro`);
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM sqlite_master').raw().get();
  } catch (error) {
    throw new UnreadableSource(`${file} is no SQLite database that can be read: ${String(error)}`, {
      cause: error,
    });
  }
  return { ...sqliteConnection(database, `SQLite, ${path.basename(file)}`), dialect: 'sqlite' };
}

/** A connection to an open database, which `close` closes. */
export function sqliteConnection(database: Database.Database, label: string): SourceConnection {
  return {
    label,
    dialect: undefined,
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    rows: (sql, columns) => Promise.resolve(readTexts(database, sql, columns)),
    columns: () =>
      Promise.resolve(
        readTexts(
          database,
          `SELECT m.name AS "table", p.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) p
           WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
          ['table', 'column'],
        ) as { table: string; column: string }[],
      ),
    close() {
      // The driver keeps a closed file open, with its lock, until statements are collected: the snapshot must end here.
      if (database.inTransaction) database.exec('ROLLBACK');
      database.close();
      return Promise.resolve();
    },
  };
}

/**
 * All rows as one JSON text, made by SQLite: reading each value by itself takes four times as long. Values are cast, since JSON has
 * neither 64-bit integers nor bytes.
 */
function readTexts(database: Database.Database, sql: string, columns: readonly string[]): SourceRow[] {
  const values = columns.map((name) => `CAST("${name.replaceAll('"', '""')}" AS TEXT)`);
  const [text] = database
    .prepare(`SELECT json_group_array(json_array(${values.join(', ')})) FROM (${sql})`)
    .raw()
    .get() as [string];
  return (JSON.parse(text) as (string | null)[][]).map((row) =>
    Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])),
  );
}
