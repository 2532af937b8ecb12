import Database from 'libsql';
import { sqliteConnection } from '../sources/sqlite-connection.repository.js';
import type { SourceConnection } from '../sources/sql-source.repository.js';
import { UnreadableSource } from '../sources/source.js';
import type { DumpPart } from './read-dump.js';

/** Columns that are compared and added up as numbers. */
const NUMBERS: ReadonlySet<string> = new Set(
  'id created_at type status quota used_quota remain_quota token_used count'.split(' '),
);
/** Rows that one statement stores. */
const BATCH = 2000;

/**
 * Stores the rows of a dump in a temporary database, which SQLite keeps in a file without a name: nothing of it is left, however this
 * process ends. A dump has its tables in any order, and the import needs them in another one.
 * @param label of the source
 * @param isNeeded whether the rows of a table are read; others have their columns only
 * @param finish a statement that is run once all rows are stored
 * @throws UnreadableSource
 */
export async function stageDump(
  parts: AsyncIterable<DumpPart>,
  label: string,
  isNeeded: (table: string) => boolean,
  finish?: string,
): Promise<SourceConnection> {
  const database = new Database('');
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    const tables = new Map<string, readonly string[]>();
    database.exec('BEGIN');
    for await (const { table, columns, rows } of parts) {
      const known = tables.get(table);
      if (!known) {
        tables.set(table, columns);
        database.exec(
          `CREATE TABLE ${quoted(table)} (${columns.map((name) => `${quoted(name)} ${NUMBERS.has(name) ? 'INTEGER' : 'TEXT'}`).join(', ')})`,
        );
      }
      if (!isNeeded(table)) continue;
      const values = columns.map((_name, index) => `json_extract(value, '$[${index}]')`);
      const insert = database.prepare(
        `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`,
      );
      for (let from = 0; from < rows.length; from += BATCH)
        insert.run(JSON.stringify(rows.slice(from, from + BATCH)));
    }
    if (finish !== undefined) database.exec(finish);
    for (const [table, columns] of tables)
      if (columns.includes('id'))
        database.exec(`CREATE INDEX ${quoted(`${table} id`)} ON ${quoted(table)} (id)`);
    database.exec('COMMIT');
    if (tables.size === 0) throw new UnreadableSource(`${label} has no tables`);
  } catch (error) {
    database.close();
    throw error;
  }
  return sqliteConnection(database, label);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
