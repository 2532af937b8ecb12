import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, QueryFailedError, type DataSourceOptions } from 'typeorm';
import { CannotStart } from '../core/commands/cannot-start.js';
import { explainPostgres, MIN_POSTGRES, postgresMessages } from '../core/connections/postgres-messages.js';
import { textOf } from '../core/connections/message.js';
import { leadsToTransactionPool } from './transaction-pool.js';

/** Connection attempts while Postgres is unreachable: it may still be starting. */
const ATTEMPTS = 10;
const PAUSE_MS = 3000;
const CONNECT_TIMEOUT_MS = 5000;
/** Of the statements that check the connection. */
const QUERY_TIMEOUT_MS = 10_000;

/** Variables with an address of Postgres. */
type AddressVariable = 'DATABASE_URL' | 'DATABASE_READ_URL';

/**
 * Opens a data source at the start of a program. Waits half a minute for a Postgres that cannot be reached yet, and prints
 * one line per attempt to stderr.
 * @param url DATABASE_URL, which the options were made of
 * @throws CannotStart with one line that names the variable
 */
export async function connectToPostgres(url: string, options: DataSourceOptions): Promise<DataSource> {
  for (let attempt = 1; ; attempt++)
    try {
      await checkServer(url, 'DATABASE_URL');
      return await new DataSource(options).initialize();
    } catch (error) {
      if (error instanceof CannotStart) throw error;
      const failure = explainPostgres(error, url);
      const line = failure?.line ?? `Postgres cannot be used: ${String(error)}`;
      if (failure?.passes !== true || attempt === ATTEMPTS)
        throw new CannotStart(`DATABASE_URL: ${line}`, { cause: error });
      console.error(`tollgate: DATABASE_URL: ${line}; next attempt in ${PAUSE_MS / 1000} s`);
      await sleep(PAUSE_MS);
    }
}

/**
 * Replaces an error of a statement by one line if the connection, or a right of its user, is the cause; other errors are
 * returned as they are.
 */
export function explainStatement(error: unknown, url: string): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  // Errors of other parts have similar texts.
  if (!(cause instanceof pg.DatabaseError)) return error;
  const failure = explainPostgres(cause, url);
  return failure ? new CannotStart(`DATABASE_URL: ${failure.line}`, { cause: error }) : error;
}

/** @throws CannotStart for a server that cannot be used, or an error of the connection */
export async function checkServer(url: string, variable: AddressVariable): Promise<void> {
  const client = new pg.Client(connection(url));
  // Reported by the query, too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ number: string; name: string }>(
      `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name`,
    );
    if (Number(rows[0]?.number) < MIN_POSTGRES * 10_000)
      refuse(variable, 'version', { version: rows[0]?.name ?? '' });
    if (await leadsToTransactionPool(client, () => new pg.Client(connection(url))))
      refuse(variable, 'transactionPool');
  } finally {
    // Not awaited: on a lost connection the other end never responds.
    client.end().catch(() => undefined);
  }
}

function refuse(
  variable: AddressVariable,
  message: 'version' | 'transactionPool',
  values: Record<string, string> = {},
): never {
  throw new CannotStart(`${variable}: ${textOf(postgresMessages[message], values)}`);
}

function connection(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'tollgate start check',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  };
}
