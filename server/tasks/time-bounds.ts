import { readWhole } from '../core/http/paging.js';

/** Range of submission times of a list, in the unit of the list; inclusive, absent = no limit. */
export interface TimeBounds {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Smaller values are seconds: as milliseconds they would be before 1973. */
const LEAST_MILLISECONDS = 100_000_000_000;

/** Reads `start_timestamp` and `end_timestamp` as Unix seconds. */
export function secondBounds(query: Readonly<Record<string, unknown>>): TimeBounds {
  return {
    from: readWhole(query.start_timestamp) || undefined,
    to: readWhole(query.end_timestamp) || undefined,
  };
}

/** Like `secondBounds`, as Unix milliseconds; clients send either unit. */
export function millisecondBounds(query: Readonly<Record<string, unknown>>): TimeBounds {
  const { from, to } = secondBounds(query);
  return {
    from: from !== undefined && from < LEAST_MILLISECONDS ? from * 1000 : from,
    to: to !== undefined && to < LEAST_MILLISECONDS ? to * 1000 + 999 : to,
  };
}
