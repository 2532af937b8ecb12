import { LRUCache } from 'lru-cache';

export const DAY_SECONDS = 86_400;
/** Days the books may still write to: charges are posted late when Postgres was away. */
const OPEN_DAYS = 2;
/** How long what is remembered of closed days is believed: rows of theirs may be imported, or deleted, by anybody. */
const REMEMBERED_MS = 600_000;
const MAX_QUESTIONS = 1000;

/** Whole UTC days, as Unix seconds. */
export interface Days {
  /** Inclusive, a midnight. */
  readonly from: number;
  /** Exclusive, a midnight. */
  readonly to: number;
}

/**
 * What days that are over came to, by question and day: a sum over months reads each of their rows once in a while, not
 * with every look. Kept by this process alone.
 */
export class ClosedDays<T> {
  private readonly known = new LRUCache<string, Map<number, T>>({ max: MAX_QUESTIONS, ttl: REMEMBERED_MS });
  private forgotten = 0;

  /**
   * The days of `span` that are over, with what each came to.
   * @param read answers for whole days; those without an entry in its answer came to `none`
   */
  async read(
    question: string,
    { from, to }: Days,
    none: T,
    read: (days: Days) => Promise<Map<number, T>>,
  ): Promise<T[]> {
    const { forgotten } = this;
    const days = this.known.get(question) ?? new Map<number, T>();
    const missing: number[] = [];
    for (let day = from; day < to; day += DAY_SECONDS) if (!days.has(day)) missing.push(day);
    const first = missing[0];
    const last = missing.at(-1);
    if (first !== undefined && last !== undefined) {
      const found = await read({ from: first, to: last + DAY_SECONDS });
      for (let day = first; day <= last; day += DAY_SECONDS) days.set(day, found.get(day) ?? none);
      // Age counts from the first answer: new days do not make the old ones younger.
      // What was read before everything was forgotten is not remembered after it.
      if (!this.known.has(question) && forgotten === this.forgotten) this.known.set(question, days);
    }
    const values: T[] = [];
    for (let day = from; day < to; day += DAY_SECONDS) values.push(days.get(day) ?? none);
    return values;
  }

  forget(): void {
    this.forgotten++;
    this.known.clear();
  }
}

/** The whole days within a span that nobody writes to any more; undefined when there are none. Seconds, inclusive. */
export function closedWithin(from: number, to: number, now: number): Days | undefined {
  const first = Math.ceil(from / DAY_SECONDS) * DAY_SECONDS;
  const open = (Math.floor(now / DAY_SECONDS) - OPEN_DAYS + 1) * DAY_SECONDS;
  const end = Math.min(Math.floor((to + 1) / DAY_SECONDS) * DAY_SECONDS, open);
  return end > first ? { from: first, to: end } : undefined;
}
