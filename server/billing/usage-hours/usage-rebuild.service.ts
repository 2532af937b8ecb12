import { Injectable } from '@nestjs/common';
import { KEPT_DAYS } from '../../statistics/old-statistics.service.js';
import { MAX_REQUEST_SECONDS } from '../ledger/journal-entry.js';
import { DAY_SECONDS } from './usage-days.repository.js';
import { UsageDays } from './usage-days.service.js';
import { HOUR_SECONDS, UsageRebuildRepository, type Period } from './usage-rebuild.repository.js';

/** Kept as long as the statistics of requests by hour. */
const KEPT_SECONDS = KEPT_DAYS.request_hours * DAY_SECONDS;
/** How long one run counts; the next one goes on. */
const RUN_MS = 20_000;
/** Pause between comparisons of the latest hours, seconds: workers of an earlier release may still post without counting. */
const COMPARE_EVERY = 21_600;
/** Hours to which charges are posted that late are compared again, seconds. */
const COMPARED_SECONDS = MAX_REQUEST_SECONDS + DAY_SECONDS;
/** Rows deleted per statement; small enough to keep locks short. */
const BATCH = 1000;

/**
 * Counts usage from before the sums were written, day by day backwards, and hours in which workers of an earlier release have posted.
 * An hour is counted anew as a whole, so that a repeated or interrupted run counts nothing twice.
 */
@Injectable()
export class UsageRebuild {
  constructor(
    private readonly stored: UsageRebuildRepository,
    private readonly days: UsageDays,
  ) {}

  /** Run by one worker at a time. @returns the number of hours that were counted */
  async carryOut(now = Math.floor(Date.now() / 1000)): Promise<number> {
    const end = performance.now() + RUN_MS;
    let { completeFrom, comparedAt } = await this.stored.state();
    let counted = 0;
    if (completeFrom > 0) {
      const first = Math.max((await this.stored.firstCharge()) ?? completeFrom, now - KEPT_SECONDS);
      while (completeFrom > 0 && performance.now() < end) {
        const from = Math.max(completeFrom - DAY_SECONDS, first - (first % HOUR_SECONDS));
        counted += await this.recount({ from, to: completeFrom });
        completeFrom = from <= first ? 0 : from;
        await this.stored.saveState({ completeFrom, comparedAt });
      }
    } else if (now - comparedAt >= COMPARE_EVERY) {
      for (let from = dayOf(now - COMPARED_SECONDS); from <= now; from += DAY_SECONDS)
        counted += await this.recount({ from, to: from + DAY_SECONDS });
      await this.days.repair(now - COMPARED_SECONDS);
      comparedAt = now;
      await this.stored.saveState({ completeFrom, comparedAt });
    }
    return counted;
  }

  /** Removes hours that are older than the statistics are kept. @returns the number of deleted rows */
  async deleteOld(now = Math.floor(Date.now() / 1000)): Promise<number> {
    const before = dayOf(now - KEPT_SECONDS);
    let all = await this.days.deleteOld(before, now);
    for (const table of ['usage_hours', 'usage_channel_hours'] as const) {
      let deleted: number;
      do all += deleted = await this.stored.deleteBefore(table, before, BATCH);
      while (deleted === BATCH);
    }
    return all;
  }

  private async recount(period: Period): Promise<number> {
    const hours = await this.stored.differingHours(period);
    for (const hour of hours) await this.stored.recount(hour);
    return hours.length;
  }
}

/** Beginning of the day of UTC. */
function dayOf(at: number): number {
  return at - (at % DAY_SECONDS);
}
