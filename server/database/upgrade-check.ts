import type { DataSource, QueryRunner } from 'typeorm';
import { migrations } from './migrations/index.js';
import type { LongStep, Migration } from './migration.js';
import { requireKnownRelease, knownReleases } from './release-check.js';
import { databaseRelease, ownRelease } from './release-order.js';

/** Raised with every change of the report's members. */
const FORMAT = 1;
const DAY_MS = 86_400_000;
/** A step that blocks reads or writes for longer needs a time without traffic, seconds. */
const MAX_BLOCKED_SECONDS = 3;
/**
 * Bytes of the table per second: half of what ten million log rows (3 GB) took on two busy cores, in memory. A concurrent build reads the
 * table twice.
 */
const BYTES_PER_SECOND = { nothing: 70e6, writes: 90e6, 'reads and writes': 90e6 };

/** A long step of a pending migration, with the size of its table. */
export interface PendingStep extends LongStep {
  /** By Postgres' statistics. */
  readonly rows: number;
  readonly bytes: number;
  /** An estimate. */
  readonly seconds: number;
}

/** A migration that the database lacks. */
export interface PendingMigration {
  readonly name: string;
  readonly phase: Migration['phase'];
  /** Migration that programs must know to work on beside this one; null: all work on. */
  readonly worksWith: string | null;
  /** Whether servers and workers of the previous release work on after it. */
  readonly previousReleaseWorks: boolean;
  readonly steps: readonly PendingStep[];
}

/** A backup that `npm run backup` noted. */
export interface NotedBackup {
  /** ISO 8601. */
  readonly at: string;
  readonly release: string;
  readonly folder: string;
}

/** What `npm run migrate -- --check --json` prints. */
export interface UpgradeReport {
  readonly format: number;
  readonly release: string;
  /** Null: a new database. */
  readonly databaseRelease: string | null;
  readonly pending: readonly PendingMigration[];
  /** Whether servers and workers of the previous release work on after all of them. */
  readonly previousReleaseWorks: boolean;
  /** Longest time that a step is expected to block reads or writes of a table, seconds. */
  readonly blockedSeconds: number;
  /** Null: none is noted. Backups by other programs are not known. */
  readonly lastBackup: NotedBackup | null;
  /** Not older than 24 hours. */
  readonly hasRecentBackup: boolean;
}

/**
 * Reads what the migrations of this release would do to a database, and changes nothing.
 * @param known migrations and releases of this program
 * @throws CannotStart for a database of a release that this program does not work with
 */
export async function checkUpgrade(
  database: DataSource,
  now: Date,
  known: readonly Migration[] = migrations.map((migration) => new migration()),
): Promise<UpgradeReport> {
  const session = database.createQueryRunner();
  try {
    await session.startTransaction();
    await session.query('SET TRANSACTION READ ONLY');
    const releases = { ...knownReleases, migrations: known.map(({ name }) => name) };
    const state = await requireKnownRelease(session, {}, releases);
    const lacking = known.filter(({ name }) => !state.applied.has(name));
    const pending: PendingMigration[] = [];
    for (const migration of lacking) pending.push(await describe(session, migration, lacking));
    const lastBackup = await notedBackup(session);
    return {
      format: FORMAT,
      release: ownRelease(releases).version,
      databaseRelease: state.applied.size > 0 ? databaseRelease(releases, state).version : null,
      pending,
      previousReleaseWorks: pending.every(({ previousReleaseWorks }) => previousReleaseWorks),
      blockedSeconds: Math.max(0, ...pending.flatMap(blockingSeconds)),
      lastBackup,
      hasRecentBackup: lastBackup !== null && now.getTime() - Date.parse(lastBackup.at) < DAY_MS,
    };
  } finally {
    if (session.isTransactionActive) await session.rollbackTransaction();
    await session.release();
  }
}

/** 0: nothing is pending; 2: what runs now works on meanwhile; 3: it does not, or waits for longer than a few seconds. */
export function exitCodeOf({ pending, previousReleaseWorks, blockedSeconds }: UpgradeReport): 0 | 2 | 3 {
  if (pending.length === 0) return 0;
  return previousReleaseWorks && blockedSeconds <= MAX_BLOCKED_SECONDS ? 2 : 3;
}

async function describe(
  session: QueryRunner,
  { name, phase, expansion, longSteps = [] }: Migration,
  lacking: readonly Migration[],
): Promise<PendingMigration> {
  const steps: PendingStep[] = [];
  for (const step of longSteps) {
    const { rows, bytes } = await sizeOf(session, step.table);
    const seconds = Math.round(bytes / BYTES_PER_SECOND[step.blocks]);
    steps.push({ ...step, rows, bytes, seconds });
  }
  // The previous release knows the migrations that the database has, not those that are applied together with this one.
  const previousReleaseWorks = phase === 'expand' || !lacking.some((other) => other.name === expansion);
  return {
    name,
    phase,
    worksWith: phase === 'expand' ? null : (expansion ?? null),
    previousReleaseWorks,
    steps,
  };
}

function blockingSeconds({ steps }: PendingMigration): number[] {
  return steps.filter(({ blocks }) => blocks !== 'nothing').map(({ seconds }) => seconds);
}

/** Of a table with its partitions; 0 for one that a pending migration creates. */
async function sizeOf(session: QueryRunner, table: string): Promise<{ rows: number; bytes: number }> {
  const [size]: { rows: number; bytes: number }[] = await session.query(
    `SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint AS rows, coalesce(sum(pg_table_size(oid)), 0)::bigint AS bytes
     FROM pg_class WHERE relkind = 'r' AND (oid = to_regclass($1)
       OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass($1)))`,
    [table],
  );
  return size ?? { rows: 0, bytes: 0 };
}

async function notedBackup(session: QueryRunner): Promise<NotedBackup | null> {
  const [found]: { name: string | null }[] = await session.query(
    `SELECT to_regclass('backups')::text AS name`,
  );
  if (found?.name == null) return null;
  const [row]: { at: Date; release: string; folder: string }[] = await session.query(
    'SELECT at, release, folder FROM backups ORDER BY at DESC LIMIT 1',
  );
  return row ? { ...row, at: row.at.toISOString() } : null;
}
