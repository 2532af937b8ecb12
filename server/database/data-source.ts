import { DataSource } from 'typeorm';
import { readEnv } from '../core/env.js';
import { databaseOptions } from './options.js';

/** While a migration waits for a lock on a table, all other statements on that table wait behind it. */
const LOCK_TIMEOUT_MS = 3000;

/** Data source of migrations and of the TypeORM command line, which requires a default export. */
export default new DataSource(
  databaseOptions(readEnv().DATABASE_URL, { statementTimeoutMs: 0, lockTimeoutMs: LOCK_TIMEOUT_MS }),
);
