import { COST_PERIODS, type CostPeriod } from '../../../contract/resources/costs/costs.js';
import type { Period } from '../../usage-hours/usage-rebuild.repository.js';
import { daysOf, hourOf, monthOf } from '../time-buckets.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** A period that the page of costs offers. */
export interface PagePeriod extends Period {
  readonly name: CostPeriod;
}

/** The periods that the page of costs asks for, its own `spanOf` in whole hours. @param now Unix seconds */
export function pagePeriods(now: number, timeZone: string): PagePeriod[] {
  const { starts } = daysOf(now - 91 * DAY_SECONDS, now + 1, timeZone);
  const tomorrow = daysOf(now, now + 2 * DAY_SECONDS, timeZone).starts[1] ?? now + DAY_SECONDS;
  const month = monthOf(now, timeZone);
  const since = (days: number) => ({ from: starts.at(-days) ?? now - days * DAY_SECONDS, to: tomorrow });
  const nextHour = hourOf(now) + HOUR_SECONDS;
  const periods: Record<CostPeriod, Period> = {
    '24h': { from: nextHour - DAY_SECONDS, to: nextHour },
    '7d': since(7),
    '30d': since(30),
    '90d': since(90),
    month: { from: month.from, to: tomorrow },
    lastMonth: { from: monthOf(month.from - DAY_SECONDS, timeZone).from, to: month.from },
  };
  return COST_PERIODS.map((name) => ({ name, ...periods[name] }));
}
