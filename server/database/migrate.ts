import '../core/stack-traces.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MigrationExecutor, QueryFailedError } from 'typeorm';
import { exitUnableToStart } from '../core/commands/cannot-start.js';
import { environmentOrExit } from '../core/env.js';
import { endWhenSilent } from '../core/postgres/session-limits.js';
import { connectToPostgres, explainStatement } from './connect.js';
import { migrationOptions } from './options.js';
import { ensurePartitions } from './partitions.js';
import { knownReleases, markRelease, requireKnownRelease } from './release-check.js';
import { unknownMigrations } from './release-order.js';
import { checkUpgrade, exitCodeOf } from './upgrade-check.js';
import { upgradeCheckLines } from './upgrade-check-lines.js';

// `npm run migrate` applies the migrations that the database lacks. `npm run migrate -- --check` tells what they would do, and changes
// nothing; its exit codes are in docs/upgrade.md.
const USAGE = `npm run migrate -- [--check [--json]]

  --check    what the migrations would do, and whether what runs now works on; changes nothing
  --json     the same as JSON`;

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

const { isCheck, isJson } = options();
const { DATABASE_URL } = environmentOrExit();
const dataSource = await connectToPostgres(DATABASE_URL, migrationOptions(DATABASE_URL)).catch(
  exitUnableToStart,
);
if (isCheck) {
  try {
    const report = await checkUpgrade(dataSource, new Date());
    console.log(isJson ? JSON.stringify(report, null, 2) : upgradeCheckLines(report).join('\n'));
    process.exitCode = exitCodeOf(report);
  } catch (error) {
    exitUnableToStart(explainStatement(error, DATABASE_URL));
  } finally {
    await dataSource.destroy();
  }
  process.exit();
}
const lock = dataSource.createQueryRunner();
const release = await lockMigrations();
try {
  const newer = unknownMigrations(knownReleases, await requireKnownRelease(dataSource)).length;
  if (newer > 0)
    console.log(`database: ${newer} migrations of the next release are applied, which this one works with`);
  await markRelease(dataSource);
  const missing = (await new MigrationExecutor(dataSource).getPendingMigrations()).length;
  // Each migration and each partition has a transaction of its own: those before one that failed stay.
  await againWhileInUse(() => dataSource.runMigrations());
  await markRelease(dataSource);
  await againWhileInUse(() => ensurePartitions(dataSource, new Date()));
  console.log(missing > 0 ? `database: ${missing} migrations applied` : 'database: up to date');
} catch (error) {
  exitUnableToStart(explainStatement(error, DATABASE_URL));
} finally {
  await release();
  await lock.release();
  await dataSource.destroy();
}

function options(): { isCheck: boolean; isJson: boolean } {
  try {
    const { values } = parseArgs({
      options: { check: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit();
    }
    if (values.json && !values.check) throw new Error('--json needs --check');
    return { isCheck: values.check === true, isJson: values.json === true };
  } catch (error) {
    console.error(`tollgate: ${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(1);
  }
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
