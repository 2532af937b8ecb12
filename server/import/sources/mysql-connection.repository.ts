import type { SourceConnection } from './sql-source.repository.js';
import { assertAddress, UnreadableSource, type SourceRow } from './source.js';

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 15 * 60 * 1000;

/** Opens a MySQL or MariaDB database in a read-only snapshot. @param url mysql://user:password@host:port/database @throws UnreadableSource */
export async function openMysql(url: string): Promise<SourceConnection> {
  // Only this source needs the driver.
  const { createConnection } = await import('mysql2/promise');
  assertAddress(url);
  const place = new URL(url);
  const label = `MySQL, ${place.hostname}${place.pathname}`;
  const connection = await createConnection({
    host: place.hostname,
    port: place.port === '' ? 3306 : Number(place.port),
    user: decodeURIComponent(place.username),
    password: decodeURIComponent(place.password),
    database: decodeURIComponent(place.pathname.slice(1)),
    charset: 'utf8mb4',
    connectTimeout: CONNECT_TIMEOUT_MS,
    enableKeepAlive: true,
    // All values as texts: numbers keep their digits, and times have no zone of this process.
    typeCast: (field) => field.string('utf8'),
  }).catch((error: unknown) => {
    throw new UnreadableSource(`${label} cannot be read: ${String(error)}`, { cause: error });
  });
  const rows = async (sql: string): Promise<SourceRow[]> => {
    const [found] = await connection.query({ sql, timeout: STATEMENT_TIMEOUT_MS });
    return found as SourceRow[];
  };
  try {
    await connection.query("SET time_zone = '+00:00'");
    await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  } catch (error) {
    connection.destroy();
    throw new UnreadableSource(`${label} cannot be read: ${String(error)}`, { cause: error });
  }
  return {
    label,
    dialect: 'mysql',
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    rows,
    columns: async () =>
      (await rows(
        `SELECT table_name AS \`table\`, column_name AS \`column\` FROM information_schema.columns
         WHERE table_schema = database() ORDER BY table_name, ordinal_position`,
      )) as { table: string; column: string }[],
    close: () => connection.end(),
  };
}
