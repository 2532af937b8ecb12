import type { DataSource, QueryRunner } from 'typeorm';
import {
  partitionsOf,
  PARTITION_LOCK_TIMEOUT,
  type Partition,
  type Queries,
} from '../core/postgres/table-partitions.js';

/** A table that is partitioned by a time in Unix seconds, in UTC. It has a default partition, for times without one of their own. */
export interface PartitionedTable {
  readonly name: string;
  readonly column: 'created_at' | 'at';
  readonly unit: 'month' | 'day';
  /** Number of months or days after the current one for which partitions are created in advance. */
  readonly ahead: number;
  /** Percent of each page that inserted rows fill; 100 unless rows are updated in place. */
  readonly fillFactor: number;
}

/** Months ahead need a worker every few weeks only; days ahead, one in a week. */
export const PARTITIONED = {
  logs: { name: 'logs', column: 'created_at', unit: 'month', ahead: 2, fillFactor: 100 },
  ledger_entries: { name: 'ledger_entries', column: 'created_at', unit: 'month', ahead: 2, fillFactor: 100 },
  request_minutes: { name: 'request_minutes', column: 'at', unit: 'day', ahead: 7, fillFactor: 70 },
  request_hours: { name: 'request_hours', column: 'at', unit: 'month', ahead: 2, fillFactor: 70 },
} as const satisfies Record<string, PartitionedTable>;

/** A UTC month or day with the bounds of its partition. */
export interface PartitionPeriod {
  /** Such as `2026_11` or `2026_11_30`; the partition is named `<table>_<name>`. */
  readonly name: string;
  /** Unix seconds, inclusive. */
  readonly from: number;
  /** Unix seconds, exclusive. */
  readonly to: number;
}

/** The UTC month or day `offset` units after the one of `at`. */
export function periodOf(unit: PartitionedTable['unit'], at: Date, offset = 0): PartitionPeriod {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const begins = (units: number) =>
    unit === 'month' ? Date.UTC(year, month + units, 1) : Date.UTC(year, month, day + units);
  const from = begins(offset);
  const text = new Date(from).toISOString().slice(0, unit === 'month' ? 7 : 10);
  return { name: text.replaceAll('-', '_'), from: from / 1000, to: begins(offset + 1) / 1000 };
}

/** @param name such as `2026_11` or `2026_11_30` */
export function periodNamed(name: string): PartitionPeriod {
  const [year, month, day] = name.split('_').map(Number);
  return periodOf(
    day === undefined ? 'month' : 'day',
    new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1)),
  );
}

/**
 * Creates missing partitions for the current and the next months or days, and for those with rows in the default partition (early or
 * imported rows). Run every few hours; usually there is nothing to do. Each partition is created in its own transaction, so that a
 * lock on one table is never held while waiting for another.
 * @returns the names of the created partitions
 * @throws when a table was locked for longer than `PARTITION_LOCK_TIMEOUT`; partitions created until then remain, and the next
 *   run continues
 */
export async function ensurePartitions(dataSource: DataSource, now: Date): Promise<string[]> {
  const made: string[] = [];
  for (const table of Object.values(PARTITIONED))
    for (const period of await missingPeriods(dataSource.manager, table, now)) {
      const name = await dataSource.transaction((manager) => createPartition(manager, table, period));
      if (name !== undefined) made.push(name);
    }
  return made;
}

/** Like `ensurePartitions`, of one table, inside the transaction of a migration. */
export async function createMissingPartitions(
  db: QueryRunner,
  table: PartitionedTable,
  now: Date,
): Promise<void> {
  for (const period of await missingPeriods(db, table, now)) await createPartition(db, table, period);
}

/**
 * Creates the missing partitions of a table for months or days of rows that are about to be inserted.
 * @throws as `ensurePartitions`
 */
export async function ensurePeriods(
  dataSource: DataSource,
  table: PartitionedTable,
  periods: readonly PartitionPeriod[],
): Promise<void> {
  if (periods.length === 0) return;
  const partitions = await partitionsOf(dataSource.manager, table.name);
  for (const period of periods)
    if (!isCovered(period, partitions))
      await dataSource.transaction((manager) => createPartition(manager, table, period));
}

async function missingPeriods(db: Queries, table: PartitionedTable, now: Date): Promise<PartitionPeriod[]> {
  const periods = new Map<string, PartitionPeriod>();
  for (let offset = 0; offset <= table.ahead; offset++) {
    const period = periodOf(table.unit, now, offset);
    periods.set(period.name, period);
  }
  for (const period of await periodsInDefault(db, table)) periods.set(period.name, period);
  const partitions = await partitionsOf(db, table.name);
  return [...periods.values()].filter((period) => !isCovered(period, partitions));
}

/** One partition may have several periods: the rows from before its table was partitioned. */
function isCovered(period: PartitionPeriod, partitions: readonly Partition[]): boolean {
  return partitions.some(
    ({ from, to }) => from !== undefined && to !== undefined && from <= period.from && period.to <= to,
  );
}

/** Rows outside 2000–2099 are invalid and stay in the default partition. */
async function periodsInDefault(
  db: Queries,
  { name, column, unit }: PartitionedTable,
): Promise<PartitionPeriod[]> {
  const rows: { from: number }[] = await db.query(
    `SELECT DISTINCT extract(epoch FROM date_trunc('${unit}', to_timestamp(${column}), 'UTC'))::bigint AS "from"
     FROM ${name}_default WHERE ${column} >= $1 AND ${column} < $2`,
    [Date.UTC(2000, 0, 1) / 1000, Date.UTC(2100, 0, 1) / 1000],
  );
  return rows.map((row) => periodOf(unit, new Date(row.from * 1000)));
}

/** @returns the name of the partition, or undefined when another process created it in the meantime */
async function createPartition(
  db: Queries,
  { name: table, column, fillFactor }: PartitionedTable,
  { name: period, from, to }: PartitionPeriod,
): Promise<string | undefined> {
  const name = `${table}_${period}`;
  await db.query(`SET LOCAL lock_timeout = '${PARTITION_LOCK_TIMEOUT}'`);
  // Blocks other statements until the commit, with one strong lock taken up front: a row inserted into the default partition
  // meanwhile would break the ATTACH, and upgrading a weaker lock could deadlock. The months are not locked themselves: where one
  // gets an index (`buildIndexConcurrently`), that would stop every insert for as long as the lock is waited for.
  await db.query(`LOCK TABLE ONLY ${table}, ${table}_default IN ACCESS EXCLUSIVE MODE`);
  const [found]: { name: string | null }[] = await db.query('SELECT to_regclass($1)::text AS name', [name]);
  if (found?.name != null) return undefined;
  // Identity belongs to the parent only; ATTACH matches the indexes created here to the parent's.
  await db.query(
    `CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL EXCLUDING IDENTITY) WITH (fillfactor = ${fillFactor})`,
  );
  await db.query(
    `WITH moved AS (DELETE FROM ${table}_default WHERE ${column} >= $1 AND ${column} < $2 RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
    [from, to],
  );
  await db.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`);
  return name;
}
