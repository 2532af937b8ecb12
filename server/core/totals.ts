import { z } from 'zod';
import type { Page } from './http/paging.js';

/** Totals of long lists are exact up to this number; counting further would take longer than reading the page. */
export const MAX_COUNTED = 10_000;
/** The same bound for keyword searches, which cost more per row. */
export const MAX_FOUND = 1000;

/** Anything that runs SQL, such as a data source or an entity manager. */
interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** Source of a list: the SQL after FROM and after WHERE, and the parameters of both. */
export interface Listed {
  readonly from: string;
  readonly where: string;
  readonly parameters: unknown[];
}

const plans = z
  .array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })) }))
  .nonempty();

/** @returns the number of rows of a list: exact up to `MAX_COUNTED`, above it an estimate from Postgres' statistics */
export async function countOrEstimate(db: Queries, { from, where, parameters }: Listed): Promise<number> {
  const rows = `SELECT 1 FROM ${from} WHERE ${where}`;
  const [row] = await db.query<{ total: number }[]>(
    `SELECT count(*) AS total FROM (${rows} LIMIT ${MAX_COUNTED + 1}) counted`,
    parameters,
  );
  const counted = row?.total ?? 0;
  if (counted <= MAX_COUNTED) return counted;
  return Math.max(counted, await estimated(db, { sql: rows, parameters }));
}

/** @returns the planner's estimate of the number of rows a statement returns */
export async function estimated(
  db: Queries,
  { sql, parameters }: { readonly sql: string; readonly parameters: unknown[] },
): Promise<number> {
  const [plan] = plans.parse(await db.query<unknown>(`EXPLAIN (FORMAT JSON) ${sql}`, parameters));
  return plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** @returns the estimated number of rows of a table from Postgres' statistics; 0 before the first `ANALYZE` */
export async function estimatedSize(db: Queries, table: string): Promise<number> {
  const [row] = await db.query<{ rows: number }[]>(
    'SELECT reltuples AS rows FROM pg_class WHERE oid = to_regclass($1)',
    [table],
  );
  return Math.max(0, row?.rows ?? 0);
}

/**
 * Corrects an estimated total by the page that was read. A page that is not full is the last one; after a full page at
 * least one more row is assumed, so that a client paging forward reaches every row.
 * @param found number of rows on the page
 * @param exact estimates up to this number are exact counts
 */
export function totalSeenFrom(
  { offset, size }: Page,
  found: number,
  estimate: number,
  exact = MAX_COUNTED,
): number {
  if (estimate <= exact) return estimate;
  if (found === 0) return Math.min(estimate, offset);
  return found < size ? offset + found : Math.max(estimate, offset + found + 1);
}
