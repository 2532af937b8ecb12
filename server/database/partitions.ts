import type { DataSource, QueryRunner } from 'typeorm';

/** Tables partitioned by month of `created_at` (Unix seconds, UTC months), each with a default partition. */
export const PARTITIONED = ['logs', 'ledger_entries'] as const;

/** How many months after the current one have their partition already. */
const MONTHS_AHEAD = 2;

/** Rather tried again later than holding everybody up behind a long query. */
const LOCK_TIMEOUT = '5s';

/** Whatever runs SQL. */
interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** A UTC month as a partition knows it. */
export interface Month {
  /** `2026_11`; a partition is `<table>_<name>`. */
  readonly name: string;
  /** Unix seconds, inclusive. */
  readonly from: number;
  /** Unix seconds, exclusive. */
  readonly to: number;
}

/** The month `offset` months after the one of `at`. */
export function monthOf(at: Date, offset = 0): Month {
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));
  const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1);
  const number = String(from.getUTCMonth() + 1).padStart(2, '0');
  return { name: `${from.getUTCFullYear()}_${number}`, from: from.getTime() / 1000, to: to / 1000 };
}

/** A partition that is wanted and not there. */
interface Missing {
  readonly table: string;
  readonly month: Month;
}

/**
 * Makes sure that this month and the next ones have partitions, and gives months found in the default partition (rows
 * that came too early, imported years) partitions of their own. Run daily; doing nothing is the usual case.
 * Each partition is a transaction of its own: a lock on one table is never held while waiting for another.
 * @returns the names of the partitions made
 * @throws when a table was too busy for `LOCK_TIMEOUT`; what was made until then stays, and the next run goes on
 */
export async function ensurePartitions(dataSource: DataSource, now: Date): Promise<string[]> {
  const made: string[] = [];
  for (const missing of await missingPartitions(dataSource.manager, now)) {
    const name = await dataSource.transaction((manager) => createPartition(manager, missing));
    if (name !== undefined) made.push(name);
  }
  return made;
}

/** The same inside a migration, where nobody else is at work. */
export async function createMissingPartitions(db: QueryRunner, now: Date): Promise<void> {
  for (const missing of await missingPartitions(db, now)) await createPartition(db, missing);
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

/** Rows outside 2000–2099 are mistakes and stay in the default partition. */
async function monthsInDefault(db: Queries, table: string): Promise<Month[]> {
  const rows: { from: number }[] = await db.query(
    `SELECT DISTINCT extract(epoch FROM date_trunc('month', to_timestamp(created_at), 'UTC'))::bigint AS "from"
     FROM ${table}_default WHERE created_at >= $1 AND created_at < $2`,
    [Date.UTC(2000, 0, 1) / 1000, Date.UTC(2100, 0, 1) / 1000],
  );
  return rows.map((row) => monthOf(new Date(row.from * 1000)));
}

/** @returns its name, or undefined when somebody else has made it meanwhile */
async function createPartition(db: Queries, missing: Missing): Promise<string | undefined> {
  const { table, month } = missing;
  const name = partitionName(missing);
  await db.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  // Everybody waits from here to the commit, at once and in one order: a row that reached the default partition
  // meanwhile would break the ATTACH, and a weaker lock would have to grow.
  await db.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  if (await exists(db, name)) return undefined;
  // Identity belongs to the parent alone; the indexes made here are recognised as parts of the parent's.
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
