/** Range of submission times of a list, in the unit of the list; inclusive, absent = no limit. */
export interface TimeBounds {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Smaller values are seconds: as milliseconds they would be before 1973. */
const MIN_MILLISECONDS = 100_000_000_000;

/** Time parameters of a list; 0 = absent. */
interface TimeQuery {
  readonly start_timestamp: number;
  readonly end_timestamp: number;
}

/** The bounds of a list by Unix seconds. */
export function secondBounds(query: TimeQuery): TimeBounds {
  return {
    from: query.start_timestamp || undefined,
    to: query.end_timestamp || undefined,
  };
}

/** Like `secondBounds`, as Unix milliseconds; clients send either unit. */
export function millisecondBounds(query: TimeQuery): TimeBounds {
  const { from, to } = secondBounds(query);
  return {
    from: from !== undefined && from < MIN_MILLISECONDS ? from * 1000 : from,
    to: to !== undefined && to < MIN_MILLISECONDS ? to * 1000 + 999 : to,
  };
}
