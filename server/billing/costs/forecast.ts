import type { Period } from '../usage-hours/usage-rebuild.repository.js';
import { hourOf, monthOf } from './time-buckets.js';

const DAY_SECONDS = 86_400;
/** Each day of the week counts once. */
export const FORECAST_SECONDS = 7 * DAY_SECONDS;

/** Times are Unix seconds, charges quota units. */
export interface Spending {
  readonly now: number;
  readonly monthTo: number;
  /** Since the beginning of the month. */
  readonly spent: number;
  /** Within the last seven days. */
  readonly recent: number;
  /** When something was first charged within the last seven days; undefined: never. */
  readonly recentFrom: number | undefined;
}

/**
 * What a month will have cost: what it has cost, and for the rest of it the average of the last seven days.
 * @returns quota units; undefined while less than a day is known
 */
export function monthEndForecast(spending: Spending): number | undefined {
  const { now, monthTo, spent, recent, recentFrom } = spending;
  if (recentFrom === undefined) return spent;
  const known = Math.min(now - recentFrom, FORECAST_SECONDS);
  if (known < DAY_SECONDS) return undefined;
  return Math.round(spent + (recent / known) * Math.max(0, monthTo - now));
}

/** What the forecast is made from. Unix seconds. */
export interface SpendingPeriods {
  readonly month: Period;
  /** Beginning of the latest days. */
  readonly recent: number;
  readonly now: number;
  /** End of the latest hour. */
  readonly to: number;
}

export function spendingPeriods(timeZone: string): SpendingPeriods {
  const now = Math.floor(Date.now() / 1000);
  return {
    month: monthOf(now, timeZone),
    recent: hourOf(now - FORECAST_SECONDS),
    now,
    to: hourOf(now) + 3600,
  };
}
