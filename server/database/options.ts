import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { sessionSettings } from '../core/postgres/session-settings.js';
import { entities } from './entities.js';
import { migrations } from './migrations/index.js';
import { ReplacedConnections } from './replaced-connections.js';

// Parses 64-bit integers and sums as numbers: ids, times and quotas stay far below 2^53 (9e15 quota = 18 billion USD).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * @param statementTimeoutMs time limit per statement, milliseconds; 0 = none (migrations)
 * @param lockTimeoutMs longest wait for a lock, milliseconds; 0 = that of the database
 * @param poolSize most connections at a time
 */
export function databaseOptions(
  url: string,
  { statementTimeoutMs = 30_000, lockTimeoutMs = 0, poolSize = 10 } = {},
): DataSourceOptions {
  const replaced = new ReplacedConnections();
  return {
    type: 'postgres',
    // TypeORM would require its own, from a bundle a second copy without these parsers.
    driver: pg,
    url,
    entities,
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    applicationName: 'tollgate',
    connectTimeoutMS: 5000,
    extra: {
      max: poolSize,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // For each new connection, before its first use.
      onConnect: async (client: pg.Client) => {
        await client.query(sessionSettings({ statementTimeoutMs, lockTimeoutMs }));
        await replaced.onConnect(client);
      },
      // Postgres ends long statements itself; this limit covers a connection that no longer responds.
      query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 5000,
    },
  };
}

/** While a migration waits for a lock on a table, all other statements on that table wait behind it. */
const MIGRATION_LOCK_TIMEOUT_MS = 3000;

/** Options for migrations: no limit for statements, a short one for locks. */
export function migrationOptions(url: string): DataSourceOptions {
  return databaseOptions(url, { statementTimeoutMs: 0, lockTimeoutMs: MIGRATION_LOCK_TIMEOUT_MS });
}
