import { DAY_SECONDS } from '../usage-hours/usage-days.repository.js';
import type { Period } from '../usage-hours/usage-rebuild.repository.js';

/** What the sums of some periods are read from. */
export interface Parts {
  /** Beginnings of summed days, Unix seconds. */
  readonly days: readonly number[];
  /** The rest, by hours. */
  readonly hours: readonly Period[];
}

/**
 * The days of 24 hours that no time divides.
 * @param starts beginnings of successive days, ascending, Unix seconds
 * @param dividers times at which another purchase price begins to count, Unix seconds
 */
export function undividedDays(starts: readonly number[], dividers: readonly number[]): number[] {
  const sorted = dividers.toSorted((a, b) => a - b);
  let next = 0;
  return starts.filter((start, index) => {
    const end = starts[index + 1];
    if (end !== start + DAY_SECONDS) return false;
    while (next < sorted.length && sorted[next]! <= start) next++;
    return next === sorted.length || sorted[next]! >= end;
  });
}

/** @param summed beginnings of summed days, ascending: those that are whole within a period are read */
export function partsOf(periods: readonly Period[], summed: readonly number[]): Parts {
  const days: number[] = [];
  const hours: Period[] = [];
  for (const { from, to } of periods) {
    let end = from;
    for (const day of summed) {
      if (day < from || day + DAY_SECONDS > to) continue;
      if (day > end) hours.push({ from: end, to: day });
      days.push(day);
      end = day + DAY_SECONDS;
    }
    if (end < to) hours.push({ from: end, to });
  }
  return { days, hours };
}
