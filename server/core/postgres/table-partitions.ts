import type { DataSource } from 'typeorm';
import { sqlState } from './sql-errors.js';

/** Retrying later is better than blocking other statements behind a long query. */
export const PARTITION_LOCK_TIMEOUT = '5s';
/** SQLSTATE of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Anything that can run SQL. */
export interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** A partition of a table. */
export interface Partition {
  readonly name: string;
  /** Unix seconds, inclusive; -Infinity: no earlier partition. Undefined for the default partition. */
  readonly from: number | undefined;
  /** Unix seconds, exclusive; undefined for the default partition. */
  readonly to: number | undefined;
}

/** The partitions of a table by name, the default one too. */
export async function partitionsOf(db: Queries, table: string): Promise<Partition[]> {
  const rows: { name: string; bounds: string }[] = await db.query(
    `SELECT child.oid::regclass::text AS name, pg_get_expr(child.relpartbound, child.oid) AS bounds
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = $1::regclass ORDER BY 1`,
    [table],
  );
  return rows.map(({ name, bounds }) => {
    const [, from, to] = /FROM \('?(\d+|MINVALUE)'?\) TO \('?(\d+)'?\)/.exec(bounds) ?? [];
    return {
      name,
      from: from === 'MINVALUE' ? Number.NEGATIVE_INFINITY : numberOf(from),
      to: numberOf(to),
    };
  });
}

/** Drops a partition with all its rows. @returns false when its table was locked for longer than `PARTITION_LOCK_TIMEOUT` */
export async function dropPartition(dataSource: DataSource, name: string): Promise<boolean> {
  try {
    await dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = '${PARTITION_LOCK_TIMEOUT}'`);
      await manager.query(`DROP TABLE IF EXISTS ${name}`);
    });
    return true;
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
