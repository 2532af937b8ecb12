import { z } from 'zod';
import type { Page } from './http/paging.js';

/** Up to here totals of long lists are exact; counting on would take longer than reading the page. */
export const MOST_COUNTED = 10_000;

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
    `SELECT count(*) AS total FROM (${rows} LIMIT ${MOST_COUNTED + 1}) counted`,
    parameters,
  );
  const counted = row?.total ?? 0;
  if (counted <= MOST_COUNTED) return counted;
  const [plan] = plans.parse(await db.query<unknown>(`EXPLAIN (FORMAT JSON) ${rows}`, parameters));
  return Math.max(counted, plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
}

/**
 * Brings an estimate in line with the page that was read: a page that is not full is the last one, and after a full one
 * there may be more, so that whoever leafs on reaches every row.
 * @param found rows on the page
 */
export function totalSeenFrom({ offset, size }: Page, found: number, estimate: number): number {
  if (estimate <= MOST_COUNTED) return estimate;
  if (found === 0) return Math.min(estimate, offset);
  return found < size ? offset + found : Math.max(estimate, offset + found + 1);
}
