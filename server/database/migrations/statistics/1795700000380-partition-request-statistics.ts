import type { QueryRunner } from 'typeorm';
import type { LongStep, Migration } from '../../migration.js';
import { createMissingPartitions, PARTITIONED, periodOf } from '../../partitions.js';

const TABLES = [PARTITIONED.request_minutes, PARTITIONED.request_hours] as const;
/** The past partition ends at least this long after the migration, so that it has time to be checked; milliseconds. */
const MARGIN_MS = 86_400_000;

/**
 * Partitions the statistics of requests, minutes by day and hours by month, so that old ones are dropped as a whole. The table as it
 * was becomes the partition of the past: no row is copied. Its rows are read once while others go on writing, to know that none is
 * later; the lock of the last step takes milliseconds. The past partition is dropped as a whole, so that minutes take up to twice the
 * disk until 35 days after the migration.
 *
 * Workers of the previous release delete old rows by `ctid`, which is unique within a partition only. The trigger keeps them from
 * deleting any; the next release drops it: `DROP FUNCTION keep_rows_named_by_ctid() CASCADE`.
 */
export class PartitionRequestStatistics1795700000380 implements Migration {
  readonly name = 'PartitionRequestStatistics1795700000380';
  readonly phase = 'expand';
  readonly longSteps = TABLES.map(({ name }): LongStep => ({
    table: name,
    action: 'checks rows',
    blocks: 'nothing',
  }));
  /** The check of the rows must not keep the locks of the other steps. What is done already is not repeated. */
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE OR REPLACE FUNCTION keep_rows_named_by_ctid() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF current_query() ~* '\\mctid\\M' THEN RETURN NULL; END IF;
        RETURN OLD;
      END $$`);
    for (const table of TABLES) {
      if (await isPartitioned(db, table.name)) continue;
      const { from: end } = periodOf(table.unit, new Date(Date.now() + MARGIN_MS), 1);
      await checkRows(db, table.name, end);
      await inTransaction(db, () => partition(db, table.name, end));
      await inTransaction(db, () => createMissingPartitions(db, table, new Date()));
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { name } of TABLES) {
      await db.query(`ALTER TABLE ${name} RENAME TO ${name}_partitioned`);
      await db.query(
        `ALTER TABLE ${name}_partitioned RENAME CONSTRAINT ${name}_pkey TO ${name}_partitioned_pkey`,
      );
      await db.query(
        `CREATE TABLE ${name} (LIKE ${name}_partitioned INCLUDING DEFAULTS) WITH (fillfactor = 70)`,
      );
      await db.query(`INSERT INTO ${name} SELECT * FROM ${name}_partitioned`);
      await db.query(`DROP TABLE ${name}_partitioned`);
      await createIndexes(db, name);
    }
    await db.query('DROP FUNCTION keep_rows_named_by_ctid()');
  }
}

async function isPartitioned(db: QueryRunner, table: string): Promise<boolean> {
  const rows = (await db.query(`SELECT FROM pg_partitioned_table WHERE partrelid = $1::regclass`, [
    table,
  ])) as unknown[];
  return rows.length > 0;
}

/** Proves that no row is later than the past partition ends, without keeping others from writing. @param end Unix seconds */
async function checkRows(db: QueryRunner, table: string, end: number): Promise<void> {
  // A run that was interrupted may have left the check of an earlier time.
  await db.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${table}_past,
    ADD CONSTRAINT ${table}_past CHECK (at < ${end}) NOT VALID`);
  // Times more than a day ahead are those of a server with a wrong clock.
  await db.query(`DELETE FROM ${table} WHERE at >= ${end}`);
  await db.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_past`);
}

/** @param end of the past partition, Unix seconds */
async function partition(db: QueryRunner, table: string, end: number): Promise<void> {
  const past = `${table}_past`;
  await db.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  await db.query(`ALTER TABLE ${table} RENAME TO ${past}`);
  await db.query(`ALTER TABLE ${past} RENAME CONSTRAINT ${table}_pkey TO ${past}_pkey`);
  await db.query(`ALTER INDEX IF EXISTS ${table}_failed RENAME TO ${past}_failed`);
  await db.query(`CREATE TABLE ${table} (LIKE ${past} INCLUDING DEFAULTS) PARTITION BY RANGE (at)`);
  await createIndexes(db, table);
  const [found] = (await db.query(`SELECT EXISTS (SELECT FROM ${past}) AS "hasRows"`)) as {
    hasRows: boolean;
  }[];
  if (found?.hasRows) {
    await db.query(`ALTER TABLE ${table} ATTACH PARTITION ${past} FOR VALUES FROM (MINVALUE) TO (${end})`);
    await db.query(`ALTER TABLE ${past} DROP CONSTRAINT ${past}`);
  } else await db.query(`DROP TABLE ${past}`);
  await db.query(`CREATE TABLE ${table}_default PARTITION OF ${table} DEFAULT WITH (fillfactor = 70)`);
  await db.query(`CREATE TRIGGER keep_rows_named_by_ctid BEFORE DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION keep_rows_named_by_ctid()`);
}

async function createIndexes(db: QueryRunner, table: string): Promise<void> {
  await db.query(
    `ALTER TABLE ${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (at, channel_id, key_index, model)`,
  );
  if (table === 'request_hours')
    await db.query(`CREATE INDEX request_hours_failed ON request_hours (at, channel_id, model, upstream_error, cut)
      WHERE upstream_error + cut > 0`);
}

async function inTransaction(db: QueryRunner, run: () => Promise<void>): Promise<void> {
  await db.startTransaction();
  try {
    await run();
    await db.commitTransaction();
  } catch (error) {
    await db.rollbackTransaction();
    throw error;
  }
}
