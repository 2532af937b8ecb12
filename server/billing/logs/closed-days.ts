import { LRUCache } from 'lru-cache';

export const DAY_SECONDS = 86_400;
/** Number of latest days that may still get new rows: charges are posted late when Postgres was unavailable. */
const OPEN_DAYS = 2;
/** How long values are cached: rows of past days may be imported, or deleted by other programs. */
const TTL_MS = 600_000;
const MAX_QUERIES = 1000;

/** Whole UTC days, as Unix seconds. */
export interface Days {
  /** Inclusive; midnight UTC. */
  readonly from: number;
  /** Exclusive; midnight UTC. */
  readonly to: number;
}

/** In-process cache of values per query and past day, so that a sum over months does not read all rows on every request. */
export class ClosedDays<T> {
  private readonly cache = new LRUCache<string, Map<number, T>>({ max: MAX_QUERIES, ttl: TTL_MS });
  /** Incremented by `clear`. */
  private generation = 0;

  /**
   * Values of the past days of a range, one per day.
   * @param query identifies what is read
   * @param read returns values for whole days; days without an entry get `none`
   */
  async read(
    query: string,
    { from, to }: Days,
    none: T,
    read: (days: Days) => Promise<Map<number, T>>,
  ): Promise<T[]> {
    const { generation } = this;
    const days = this.cache.get(query) ?? new Map<number, T>();
    const missing: number[] = [];
    for (let day = from; day < to; day += DAY_SECONDS) if (!days.has(day)) missing.push(day);
    const first = missing[0];
    const last = missing.at(-1);
    if (first !== undefined && last !== undefined) {
      const found = await read({ from: first, to: last + DAY_SECONDS });
      for (let day = first; day <= last; day += DAY_SECONDS) days.set(day, found.get(day) ?? none);
      // The age counts from the first read: adding days does not extend it.
      // Values read before `clear` was called are not cached after it.
      if (!this.cache.has(query) && generation === this.generation) this.cache.set(query, days);
    }
    const values: T[] = [];
    for (let day = from; day < to; day += DAY_SECONDS) values.push(days.get(day) ?? none);
    return values;
  }

  clear(): void {
    this.generation++;
    this.cache.clear();
  }
}

/** The whole days of a time range that get no new rows any more; undefined when there are none. Seconds, inclusive. */
export function closedWithin(from: number, to: number, now: number): Days | undefined {
  const first = Math.ceil(from / DAY_SECONDS) * DAY_SECONDS;
  const open = (Math.floor(now / DAY_SECONDS) - OPEN_DAYS + 1) * DAY_SECONDS;
  const end = Math.min(Math.floor((to + 1) / DAY_SECONDS) * DAY_SECONDS, open);
  return end > first ? { from: first, to: end } : undefined;
}
