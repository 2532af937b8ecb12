import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { entities } from './entities.js';
import { migrations } from './migrations/index.js';
import { ReplacedConnections } from './replaced-connections.js';

// Parses 64-bit integers and sums as numbers: ids, times and quotas stay far below 2^53 (9e15 quota = 18 billion USD).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * @param statementTimeoutMs time limit per statement, milliseconds; 0 = none (migrations)
 * @param lockTimeoutMs longest wait for a lock, milliseconds; 0 = no limit of its own
 */
export function databaseOptions(
  url: string,
  { statementTimeoutMs = 30_000, lockTimeoutMs = 0 } = {},
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    applicationName: 'tollgate',
    connectTimeoutMS: 5000,
    extra: {
      max: 10,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // For each new connection, before its first use.
      onConnect: new ReplacedConnections().onConnect,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      // Postgres ends long statements itself; this limit covers a connection that no longer responds.
      query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 5000,
    },
  };
}
