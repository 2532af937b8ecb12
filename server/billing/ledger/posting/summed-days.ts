import { prepared, type Prepared } from './prepared.js';

/** Days are summed this long after their end, seconds. */
export const SUMMED_AFTER = 6 * 3600;
/** Hours that began longer ago, seconds, may be part of a summed day. Earlier than `SUMMED_AFTER`, as clocks differ. */
const MAY_BE_SUMMED_AFTER = 3 * 3600;
/**
 * Advisory lock (any constant). Transactions that change the sums of hours which may be part of a summed day share it; who sums
 * a day has it alone, and therefore either sees their change or is noticed by them.
 */
export const SUMMED_DAYS_LOCK = 7_206_916;

// Locked in one order, so that two transactions cannot wait for each other.
const FORGET = `DELETE FROM usage_summed_days WHERE at = ANY(ARRAY(
  SELECT at FROM usage_summed_days
  WHERE EXISTS (SELECT FROM unnest($1::bigint[]) AS changed (hour) WHERE at <= hour AND at > hour - 86400)
  ORDER BY at FOR UPDATE))`;

/**
 * Must run in the transaction that changes sums of hours, before it does. Costs then read the hours of such a day, until it is summed
 * again. Nearly all charges belong to the latest hours, which costs nothing.
 * @param hours beginnings of the hours, Unix seconds
 */
export async function forgetSummedDays(
  run: (statement: Prepared) => Promise<unknown>,
  hours: Iterable<number>,
): Promise<void> {
  const latest = Math.floor(Date.now() / 1000) - MAY_BE_SUMMED_AFTER;
  const old = [...hours].filter((hour) => hour < latest);
  if (old.length === 0) return;
  await run(prepared('share-summed-days', 'SELECT pg_advisory_xact_lock_shared($1)', [SUMMED_DAYS_LOCK]));
  await run(prepared('forget-summed-days', FORGET, [old]));
}
