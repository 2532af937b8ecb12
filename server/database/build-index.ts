import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** An index of a table that may be large, and is in use. */
export interface IndexDefinition {
  readonly name: string;
  readonly table: string;
  /** What follows the table in CREATE INDEX: `(channel_id, id) WHERE type = 5`, or `USING gin (name gin_trgm_ops)`. */
  readonly columns: string;
}

/** Postgres ends a build this long after its client is gone. */
const CONNECTION_CHECK = '2s';
const PAUSE_MS = 500;
/** Of an identifier of Postgres, bytes. */
const MAX_NAME = 63;
/** Between two lines about a build that is waited for. */
const REPORT_MS = 10_000;

/**
 * Builds an index while other programs read and write its table (CREATE INDEX CONCURRENTLY). Must run outside a transaction. It can be
 * killed at any moment and run again: it keeps what is built, and replaces what a killed build left invalid.
 *
 * Postgres has no concurrent build for a partitioned table: each partition gets its index, which is then attached to that of the table.
 * Partitions that other programs create meanwhile have it from the start, because they copy the indexes of the table.
 * @throws QueryFailedError with 55P03 if a statement that others wait behind found the table in use: run it again
 */
export async function buildIndexConcurrently(db: QueryRunner, index: IndexDefinition): Promise<void> {
  if (db.isTransactionActive)
    throw new Error(`${index.name} is built in a transaction: set transaction = false`);
  const state = await tableState(db, index.table);
  // Postgres refuses it on systems where it cannot notice; the build of a killed migration is then waited for.
  await db.query(`SET client_connection_check_interval = '${CONNECTION_CHECK}'`).catch(() => undefined);
  try {
    if (state === 'plain') await buildOn(db, index);
    else await buildOnPartitions(db, index);
  } finally {
    // A lost connection is replaced by one with the defaults.
    await db.query('RESET client_connection_check_interval').catch(() => undefined);
  }
}

async function tableState(db: QueryRunner, table: string): Promise<'plain' | 'partitioned'> {
  const [row]: { kind: string }[] = await db.query(
    'SELECT relkind AS kind FROM pg_class WHERE oid = to_regclass($1)',
    [table],
  );
  if (!row) throw new Error(`there is no table ${table}`);
  return row.kind === 'p' ? 'partitioned' : 'plain';
}

async function buildOnPartitions(db: QueryRunner, { name, table, columns }: IndexDefinition): Promise<void> {
  // Invalid until every partition has one attached. Takes a short lock on the parent alone.
  await db.query(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${columns}`);
  for (;;) {
    const [partition] = await partitionsWithout(db, table, name);
    if (partition === undefined) break;
    const part = `${partition}_${name.replace(`${table}_`, '')}`.slice(0, MAX_NAME);
    await buildOn(db, { name: part, table: partition, columns });
    await db.query(`ALTER INDEX ${name} ATTACH PARTITION ${part}`);
  }
  if ((await validity(db, name)) !== 'valid') throw new Error(`the index ${name} of ${table} is not valid`);
}

/** Partitions that have no index attached to `index`, in the order of their names. */
async function partitionsWithout(db: QueryRunner, table: string, index: string): Promise<string[]> {
  const rows: { partition: string }[] = await db.query(
    `SELECT inhrelid::regclass::text AS partition FROM pg_inherits part
     WHERE inhparent = to_regclass($1) AND NOT EXISTS (
       SELECT 1 FROM pg_inherits attached JOIN pg_index ON indexrelid = attached.inhrelid
       WHERE attached.inhparent = to_regclass($2) AND indrelid = part.inhrelid)
     ORDER BY 1`,
    [table, index],
  );
  return rows.map(({ partition }) => partition);
}

async function buildOn(db: QueryRunner, { name, table, columns }: IndexDefinition): Promise<void> {
  await otherBuildEnded(db, table);
  const found = await validity(db, name);
  if (found === 'valid') return;
  await withoutLockTimeout(db, async () => {
    if (found === 'invalid') await db.query(`DROP INDEX CONCURRENTLY ${name}`);
    await db.query(`CREATE INDEX CONCURRENTLY ${name} ON ${table} ${columns}`);
  });
}

async function validity(db: QueryRunner, index: string): Promise<'valid' | 'invalid' | 'absent'> {
  const [row]: { valid: boolean }[] = await db.query(
    'SELECT indisvalid AND indisready AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  );
  if (!row) return 'absent';
  return row.valid ? 'valid' : 'invalid';
}

/** The session of a migration that was killed may go on building for a moment: its index would look invalid. */
async function otherBuildEnded(db: QueryRunner, table: string): Promise<void> {
  for (let reportedAt = Number.NEGATIVE_INFINITY; ; await sleep(PAUSE_MS)) {
    const [other]: { pid: number }[] = await db.query(
      `SELECT pid FROM pg_stat_progress_create_index
       WHERE relid = to_regclass($1) AND datid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [table],
    );
    if (!other) return;
    if (performance.now() - reportedAt < REPORT_MS) continue;
    reportedAt = performance.now();
    console.log(
      `database: session ${other.pid} of Postgres builds an index of ${table}, which is waited for`,
    );
  }
}

/**
 * A concurrent build waits for all transactions that are older than it. No other statement waits behind it, and one that gave up would have to
 * begin again.
 */
async function withoutLockTimeout(db: QueryRunner, build: () => Promise<void>): Promise<void> {
  const [row]: { limit: string }[] = await db.query(`SELECT current_setting('lock_timeout') AS limit`);
  await db.query('SET lock_timeout = 0');
  try {
    await build();
  } finally {
    await db
      .query(`SELECT set_config('lock_timeout', $1, false)`, [row?.limit ?? '0'])
      .catch(() => undefined);
  }
}
