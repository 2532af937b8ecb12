import '../core/stack-traces.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationExecutor, QueryFailedError } from 'typeorm';
import { exitUnableToStart } from '../core/cannot-start.js';
import { environmentOrExit } from '../core/env.js';
import { endWhenSilent } from '../core/session-limits.js';
import { connectToPostgres, explainStatement } from './connect.js';
import { migrationOptions } from './options.js';
import { ensurePartitions } from './partitions.js';

/** Advisory lock key (any constant). Prevents concurrent migrations when several machines start at once. */
const LOCK = 7_206_913;

/** A change that failed because of locks of running servers and workers is tried again, for two minutes at most. */
const ATTEMPTS = 30;
const PAUSE_MS = 1000;
/** A silent migration loses its lock after this time, milliseconds. */
const LEASE_MS = 8000;
/** Between two lines about a migration that is waited for. */
const REPORT_MS = 10_000;
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

const { DATABASE_URL } = environmentOrExit();
const dataSource = await connectToPostgres(DATABASE_URL, migrationOptions(DATABASE_URL)).catch(
  exitUnableToStart,
);
const lock = dataSource.createQueryRunner();
const release = await lockMigrations();
try {
  const missing = (await new MigrationExecutor(dataSource).getPendingMigrations()).length;
  // Each migration and each partition has a transaction of its own: those before one that failed stay.
  await againWhileInUse(() => dataSource.runMigrations());
  await againWhileInUse(() => ensurePartitions(dataSource, new Date()));
  console.log(missing > 0 ? `database: ${missing} migrations applied` : 'database: up to date');
} catch (error) {
  exitUnableToStart(explainStatement(error, DATABASE_URL));
} finally {
  await release();
  await lock.release();
  await dataSource.destroy();
}

/**
 * Waits until no other process migrates. The lock belongs to a session that Postgres ends when it is silent, so that a process whose
 * machine or network vanished blocks the others for `LEASE_MS` and not until TCP gives up.
 * @returns releases the lock
 */
async function lockMigrations(): Promise<() => Promise<void>> {
  await endWhenSilent((sql, parameters) => lock.query(sql, parameters), LEASE_MS);
  const take = async () => {
    const [row]: { taken: boolean }[] = await lock.query('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
    return row?.taken === true;
  };
  for (let reportedAt = Number.NEGATIVE_INFINITY; !(await take()); await sleep(PAUSE_MS)) {
    if (performance.now() - reportedAt < REPORT_MS) continue;
    reportedAt = performance.now();
    console.log(`database: waiting for another migration (${await otherMigration()})`);
  }
  let renewing: Promise<unknown> = Promise.resolve();
  const renewal = setInterval(() => {
    renewing = lock.query('SELECT 1').catch((error: unknown) => {
      // Another process may migrate now. What this one has not committed is rolled back.
      console.error(`database: not migrated, the lock was lost: ${String(error)}`);
      process.exit(1);
    });
  }, LEASE_MS / 4);
  return async () => {
    clearInterval(renewal);
    await renewing;
    await lock.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  };
}

/** The session that holds the lock, for the operator. */
async function otherMigration(): Promise<string> {
  const [row]: { pid: number; address: string | null; since: Date }[] = await lock.query(
    `SELECT pid, client_addr::text AS address, backend_start AS since
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND objid = $1 AND granted AND datname = current_database()`,
    [LOCK],
  );
  if (!row) return 'it has just ended';
  const { pid, address, since } = row;
  return `session ${pid} of Postgres, from ${address ?? 'this machine'}, connected since ${since.toISOString()}`;
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
