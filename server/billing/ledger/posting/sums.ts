import type { JournalEntry } from '../journal-entry.js';

/** Total charge, entry count and latest time per user, token or channel id. */
export class Sums {
  private readonly byId = new Map<number, { charge: number; count: number; latest: number }>();

  add(id: number, charge: number, at: number): void {
    const sum = this.byId.get(id);
    if (!sum) this.byId.set(id, { charge, count: 1, latest: at });
    else {
      sum.charge += charge;
      sum.count++;
      sum.latest = Math.max(sum.latest, at);
    }
  }

  get size(): number {
    return this.byId.size;
  }

  get ids(): number[] {
    return [...this.byId.keys()];
  }

  get charges(): number[] {
    return [...this.byId.values()].map(({ charge }) => charge);
  }

  get counts(): number[] {
    return [...this.byId.values()].map(({ count }) => count);
  }

  get latest(): number[] {
    return [...this.byId.values()].map(({ latest }) => latest);
  }

  chargeOf(id: number): number {
    return this.byId.get(id)?.charge ?? 0;
  }
}

/** Seconds of a row of the dashboard table: the hours of every time zone begin with one. */
export const QUARTER_HOUR = 900;

/** The start of the row of the dashboard table that a time belongs to. Unix seconds. */
export function usageTime(at: number): number {
  return at - (at % QUARTER_HOUR);
}

/** One row of the dashboard table. */
interface UsageSum {
  userId: number;
  username: string;
  model: string;
  /** Unix seconds, by `usageTime`. */
  from: number;
  tokens: number;
  count: number;
  quota: number;
}

/** Amounts that entries add to the dashboard. */
export class UsageSums {
  private readonly byKey = new Map<string, UsageSum>();

  add(entry: JournalEntry, usage: { username: string; model: string; tokens: number }): void {
    const from = usageTime(entry.createdAt);
    // Names contain no NUL (`readEntry`), so keys are distinct.
    const key = `${entry.userId}\0${usage.username}\0${usage.model}\0${from}`;
    const sum = this.byKey.get(key);
    if (!sum) {
      const { username, model, tokens } = usage;
      this.byKey.set(key, {
        userId: entry.userId,
        username,
        model,
        from,
        tokens,
        count: 1,
        quota: entry.charge,
      });
    } else {
      sum.tokens += usage.tokens;
      sum.count++;
      sum.quota += entry.charge;
    }
  }

  /** In a fixed order, so that concurrent writers cannot deadlock. */
  sorted(): UsageSum[] {
    const keyed = [...this.byKey].sort(([left], [right]) => (left < right ? -1 : 1));
    return keyed.map(([, sum]) => sum);
  }
}

/** Transposes rows into one array per column, as `unnest` expects them. */
export function columnsOf<Row>(
  rows: readonly Row[],
  values: (row: Row) => (string | number | boolean)[],
  width: number,
): (string | number | boolean)[][] {
  const columns = Array.from({ length: width }, (): (string | number | boolean)[] => []);
  for (const row of rows) for (const [index, value] of values(row).entries()) columns[index]!.push(value);
  return columns;
}
