import type { DataSource, QueryRunner } from 'typeorm';

/** Tables partitioned by month of `created_at` (Unix seconds, UTC months), each with a default partition. */
export const PARTITIONED = ['logs', 'ledger_entries'] as const;

/** How many months after the current one have their partition already. */
const MONTHS_AHEAD = 2;

/** Any constant: makes concurrent runs wait for each other. */
const LOCK = 7_206_914;

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

/**
 * Makes sure that this month and the next ones have partitions, and gives months found in the default partition (rows
 * that came too early, imported years) partitions of their own. Run daily; doing nothing is the usual case.
 * @returns the names of the partitions made
 */
export async function ensurePartitions(dataSource: DataSource, now: Date): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    const made = await createMissingPartitions(runner, now);
    await runner.commitTransaction();
    return made;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}

/** The work of `ensurePartitions` inside a transaction of the caller's. */
export async function createMissingPartitions(db: QueryRunner, now: Date): Promise<string[]> {
  await db.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  const made: string[] = [];
  for (const table of PARTITIONED) {
    const months = new Map<string, Month>();
    for (let offset = 0; offset <= MONTHS_AHEAD; offset++) {
      const month = monthOf(now, offset);
      months.set(month.name, month);
    }
    for (const month of await monthsInDefault(db, table)) months.set(month.name, month);
    for (const month of months.values()) {
      if (await createPartition(db, table, month)) made.push(`${table}_${month.name}`);
    }
  }
  return made;
}

/** Rows outside 2000–2099 are mistakes and stay in the default partition. */
async function monthsInDefault(db: QueryRunner, table: string): Promise<Month[]> {
  const rows: { from: number }[] = await db.query(
    `SELECT DISTINCT extract(epoch FROM date_trunc('month', to_timestamp(created_at), 'UTC'))::bigint AS "from"
     FROM ${table}_default WHERE created_at >= $1 AND created_at < $2`,
    [Date.UTC(2000, 0, 1) / 1000, Date.UTC(2100, 0, 1) / 1000],
  );
  return rows.map((row) => monthOf(new Date(row.from * 1000)));
}

async function createPartition(db: QueryRunner, table: string, month: Month): Promise<boolean> {
  const name = `${table}_${month.name}`;
  const [found]: { name: string | null }[] = await db.query('SELECT to_regclass($1)::text AS name', [name]);
  if (found?.name) return false;
  // Writers wait from here to the commit: a row that reached the default partition meanwhile would break the ATTACH.
  await db.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
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
  return true;
}
