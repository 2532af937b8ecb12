import { z } from 'zod';
import type { Page } from './http/paging.js';

/** Up to here totals of long lists are exact; counting on would take longer than reading the page. */
export const MAX_COUNTED = 10_000;
/** The same for searches by a word: each row is compared with it, which costs more than counting it. */
export const MAX_FOUND = 1000;

/** Whatever runs SQL. */
interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** Rows of a list: what stands after FROM and after WHERE, and the parameters of both. */
export interface Listed {
  readonly from: string;
  readonly where: string;
  readonly parameters: unknown[];
}

const plans = z
  .array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })) }))
  .nonempty();

/** @returns how many rows a list has: exact up to `MOST_COUNTED`, beyond it what Postgres' statistics say */
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

/** @returns how many rows a statement would find, as Postgres' statistics say */
export async function estimated(
  db: Queries,
  { sql, parameters }: { readonly sql: string; readonly parameters: unknown[] },
): Promise<number> {
  const [plan] = plans.parse(await db.query<unknown>(`EXPLAIN (FORMAT JSON) ${sql}`, parameters));
  return plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** @returns how many rows a table has, as Postgres' statistics say; 0 before the first `ANALYZE` */
export async function estimatedSize(db: Queries, table: string): Promise<number> {
  const [row] = await db.query<{ rows: number }[]>(
    'SELECT reltuples AS rows FROM pg_class WHERE oid = to_regclass($1)',
    [table],
  );
  return Math.max(0, row?.rows ?? 0);
}

/**
 * Brings an estimate in line with the page that was read: a page that is not full is the last one, and after a full one
 * there may be more, so that whoever leafs on reaches every row.
 * @param found rows on the page
 * @param exact up to here `estimate` is none but exact
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
