import pg from 'pg';
import type { SourceConnection } from './sql-source.repository.js';
import { assertAddress, UnreadableSource, type SourceRow } from './source.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** No page of rows takes so long; sums of a large log may take minutes. */
const STATEMENT_TIMEOUT_MS = 15 * 60 * 1000;
/** All values as texts, whatever parsers the process has registered. */
const TEXTS = { getTypeParser: () => (value: string) => value };

/** Opens a Postgres database in a read-only snapshot. @throws UnreadableSource */
export async function openPostgres(url: string): Promise<SourceConnection> {
  assertAddress(url);
  const place = new URL(url);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tollgate import',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // Reported by the next query, too.
  client.on('error', () => undefined);
  const label = `Postgres, ${place.hostname}${place.pathname}`;
  try {
    await client.connect();
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new UnreadableSource(`${label} cannot be read: ${String(error)}`, { cause: error });
  }
  const rows = async (text: string): Promise<SourceRow[]> =>
    (await client.query<Record<string, string | null>>({ text, types: TEXTS })).rows;
  return {
    label,
    dialect: 'postgres',
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    rows,
    columns: async () =>
      (await rows(
        `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
         WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
      )) as { table: string; column: string }[],
    close: () => client.end(),
  };
}
