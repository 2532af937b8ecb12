import type { DataSource, QueryRunner } from 'typeorm';

/** Tables partitioned by month of `created_at` (Unix seconds, UTC months), each with a default partition. */
export const PARTITIONED = ['logs', 'ledger_entries'] as const;

/** Number of months after the current one for which partitions are created in advance. */
const MONTHS_AHEAD = 2;

/** Retrying later is better than blocking other statements behind a long query. */
const LOCK_TIMEOUT = '5s';

/** Anything that can run SQL. */
interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** A UTC month with the bounds of its partition. */
export interface Month {
  /** Such as `2026_11`; the partition is named `<table>_<name>`. */
  readonly name: string;
  /** Unix seconds, inclusive. */
  readonly from: number;
  /** Unix seconds, exclusive. */
  readonly to: number;
}

/** The UTC month `offset` months after the month of `at`. */
export function monthOf(at: Date, offset = 0): Month {
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));
  const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1);
  const number = String(from.getUTCMonth() + 1).padStart(2, '0');
  return { name: `${from.getUTCFullYear()}_${number}`, from: from.getTime() / 1000, to: to / 1000 };
}

/** A partition to be created. */
interface Missing {
  readonly table: string;
  readonly month: Month;
}

/**
 * Creates missing partitions for the current and the next months, and for months with rows in the default partition
 * (early or imported rows). Run daily; usually there is nothing to do. Each partition is created in its own
 * transaction, so that a lock on one table is never held while waiting for another.
 * @returns the names of the created partitions
 * @throws when a table was locked for longer than `LOCK_TIMEOUT`; partitions created until then remain, and the next
 *   run continues
 */
export async function ensurePartitions(dataSource: DataSource, now: Date): Promise<string[]> {
  const made: string[] = [];
  for (const missing of await missingPartitions(dataSource.manager, now)) {
    const name = await dataSource.transaction((manager) => createPartition(manager, missing));
    if (name !== undefined) made.push(name);
  }
  return made;
}

/** Like `ensurePartitions`, inside a migration, where nothing else uses the tables. */
export async function createMissingPartitions(db: QueryRunner, now: Date): Promise<void> {
  for (const missing of await missingPartitions(db, now)) await createPartition(db, missing);
}

/** @param name such as `2026_11` */
export function monthNamed(name: string): Month {
  const [year, month] = name.split('_').map(Number);
  return monthOf(new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, 1)));
}

/**
 * Creates the missing partitions of a partitioned table for months of rows that are about to be inserted.
 * @throws as `ensurePartitions`
 */
export async function ensureMonths(
  dataSource: DataSource,
  table: string,
  months: readonly Month[],
): Promise<void> {
  for (const month of months) {
    const missing: Missing = { table, month };
    if (await exists(dataSource.manager, partitionName(missing))) continue;
    await dataSource.transaction((manager) => createPartition(manager, missing));
  }
}

async function missingPartitions(db: Queries, now: Date): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const table of PARTITIONED) {
    const months = new Map<string, Month>();
    for (let offset = 0; offset <= MONTHS_AHEAD; offset++) {
      const month = monthOf(now, offset);
      months.set(month.name, month);
    }
    for (const month of await monthsInDefault(db, table)) months.set(month.name, month);
    for (const month of months.values())
      if (!(await exists(db, partitionName({ table, month })))) missing.push({ table, month });
  }
  return missing;
}

function partitionName({ table, month }: Missing): string {
  return `${table}_${month.name}`;
}

async function exists(db: Queries, table: string): Promise<boolean> {
  const [found]: { name: string | null }[] = await db.query('SELECT to_regclass($1)::text AS name', [table]);
  return found?.name != null;
}

/** Rows outside 2000–2099 are invalid and stay in the default partition. */
async function monthsInDefault(db: Queries, table: string): Promise<Month[]> {
  const rows: { from: number }[] = await db.query(
    `SELECT DISTINCT extract(epoch FROM date_trunc('month', to_timestamp(created_at), 'UTC'))::bigint AS "from"
     FROM ${table}_default WHERE created_at >= $1 AND created_at < $2`,
    [Date.UTC(2000, 0, 1) / 1000, Date.UTC(2100, 0, 1) / 1000],
  );
  return rows.map((row) => monthOf(new Date(row.from * 1000)));
}

/** @returns the name of the partition, or undefined when another process created it in the meantime */
async function createPartition(db: Queries, missing: Missing): Promise<string | undefined> {
  const { table, month } = missing;
  const name = partitionName(missing);
  await db.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  // Blocks other statements until the commit, with one strong lock taken up front: a row inserted into the default partition
  // meanwhile would break the ATTACH, and upgrading a weaker lock could deadlock. The months are not locked themselves: where one
  // gets an index (`buildIndexConcurrently`), that would stop every insert for as long as the lock is waited for.
  await db.query(`LOCK TABLE ONLY ${table}, ${table}_default IN ACCESS EXCLUSIVE MODE`);
  if (await exists(db, name)) return undefined;
  // Identity belongs to the parent only; ATTACH matches the indexes created here to the parent's.
  await db.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL EXCLUDING IDENTITY)`);
  await db.query(
    `WITH moved AS (DELETE FROM ${table}_default WHERE created_at >= $1 AND created_at < $2 RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
    [month.from, month.to],
  );
  await db.query(
    `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${month.from}) TO (${month.to})`,
  );
  return name;
}
