import '../core/stack-traces.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationExecutor, QueryFailedError } from 'typeorm';
import { exitUnableToStart } from '../core/cannot-start.js';
import { environmentOrExit } from '../core/env.js';
import { connectToPostgres, explainStatement } from './connect.js';
import { migrationOptions } from './options.js';
import { ensurePartitions } from './partitions.js';

/** Advisory lock key (any constant). Prevents concurrent migrations when several machines start at once. */
const LOCK = 7_206_913;

/** A change that failed because of locks of running servers and workers is tried again, for two minutes at most. */
const ATTEMPTS = 30;
const PAUSE_MS = 1000;
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

const { DATABASE_URL } = environmentOrExit();
const dataSource = await connectToPostgres(DATABASE_URL, migrationOptions(DATABASE_URL)).catch(
  exitUnableToStart,
);
const lock = dataSource.createQueryRunner();
await lock.query('SET lock_timeout = 0');
await lock.query('SELECT pg_advisory_lock($1)', [LOCK]);
try {
  const missing = (await new MigrationExecutor(dataSource).getPendingMigrations()).length;
  // Each migration and each partition has a transaction of its own: those before one that failed stay.
  await againWhileInUse(() => dataSource.runMigrations());
  await againWhileInUse(() => ensurePartitions(dataSource, new Date()));
  console.log(missing > 0 ? `database: ${missing} migrations applied` : 'database: up to date');
} catch (error) {
  exitUnableToStart(explainStatement(error, DATABASE_URL));
} finally {
  await lock.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  await lock.release();
  await dataSource.destroy();
}

async function againWhileInUse(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await change();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isLockConflict(error)) throw error;
      console.log('database: a table is in use, the migration is tried again');
      await sleep(PAUSE_MS);
    }
}

function isLockConflict(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code } = error.driverError as { code?: string };
  return code === DEADLOCK_DETECTED || code === LOCK_NOT_AVAILABLE;
}
