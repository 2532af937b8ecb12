import { readWhole } from '../core/http/paging.js';

/** Submission times a list is limited to, in the unit asked for; inclusive, absent = no limit. */
export interface TimeBounds {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Anything smaller is seconds: in milliseconds it would be before 1973. */
const LEAST_MILLISECONDS = 100_000_000_000;

/** Reads `start_timestamp` and `end_timestamp` as Unix seconds. */
export function secondBounds(query: Readonly<Record<string, unknown>>): TimeBounds {
  return {
    from: readWhole(query.start_timestamp) || undefined,
    to: readWhole(query.end_timestamp) || undefined,
  };
}

/** The same as Unix milliseconds; clients send either. */
export function millisecondBounds(query: Readonly<Record<string, unknown>>): TimeBounds {
  const { from, to } = secondBounds(query);
  return {
    from: from !== undefined && from < LEAST_MILLISECONDS ? from * 1000 : from,
    to: to !== undefined && to < LEAST_MILLISECONDS ? to * 1000 + 999 : to,
  };
}
