import { Injectable } from '@nestjs/common';
import type { AnswerReads } from '../../core/postgres/reads/read-database.js';
import { SUMMED_AFTER } from '../ledger/posting/summed-days.js';
import { DAY_SECONDS, UsageDaysRepository, type SummedDay } from './usage-days.repository.js';
import { HOUR_SECONDS, UsageRebuildRepository } from './usage-rebuild.repository.js';

/** Days of a time zone are summed until costs were not asked for by them for this long, seconds. */
const ASKED_SECONDS = 30 * DAY_SECONDS;
/** How long one run sums; the next one goes on. */
const RUN_MS = 10_000;
/** Days looked up at once. */
const BATCH = 100;

/**
 * Sums days from the sums of their hours, so that costs over months read few rows. Days begin at midnight of the time zones from which
 * costs were asked for.
 */
@Injectable()
export class UsageDays {
  constructor(
    private readonly stored: UsageDaysRepository,
    private readonly hours: UsageRebuildRepository,
  ) {}

  /**
   * Those of the given days whose sums can be read; the others are summed within minutes if they ended long enough ago.
   * @param days beginnings of periods of 24 hours, Unix seconds, whole hours
   * @param answer of the reads of these sums, too
   */
  async summed(days: readonly number[], answer: AnswerReads): Promise<SummedDay[]> {
    if (days.length === 0) return [];
    const now = Math.floor(Date.now() / 1000);
    // First, so that the days are not deleted as unasked before they are read.
    await this.stored.ask([...new Set(days.map((at) => (at / HOUR_SECONDS) % 24))], now);
    return this.stored.readable(days, answer);
  }

  /** Sums the days that were asked for, the latest first. Run by one worker at a time. @returns the number of summed days */
  async carryOut(now = Math.floor(Date.now() / 1000)): Promise<number> {
    const end = performance.now() + RUN_MS;
    const asked = await this.stored.asked(now - ASKED_SECONDS);
    if (asked.length === 0) return 0;
    const first = await this.stored.firstHour();
    if (first === undefined) return 0;
    // Hours before `completeFrom` are still counted from the ledger.
    const { completeFrom } = await this.hours.state();
    const from = Math.max(first, completeFrom);
    let summed = 0;
    for (const hour of asked)
      for (const days of batches(lastDay(hour, now), from)) {
        const known = new Set(
          (await this.stored.summed(days)).filter(({ byUser }) => byUser).map(({ at }) => at),
        );
        for (const day of days) {
          if (known.has(day)) continue;
          if (performance.now() > end) return summed;
          await this.stored.sum(day);
          summed++;
        }
      }
    return summed;
  }

  /** Sums days again that differ from their hours. @param since Unix seconds @returns the number of such days */
  async repair(since: number): Promise<number> {
    const days = await this.stored.differing(since);
    for (const day of days) await this.stored.sum(day);
    return days.length;
  }

  /** Removes days that are older than the hours, or not asked for any more. @returns the number of deleted rows */
  async deleteOld(before: number, now: number): Promise<number> {
    return (await this.stored.deleteBefore(before)) + (await this.stored.deleteUnasked(now - ASKED_SECONDS));
  }
}

/** The beginning of the latest day that is summed by now. */
function lastDay(hour: number, now: number): number {
  const latest = now - SUMMED_AFTER - DAY_SECONDS - hour * HOUR_SECONDS;
  return latest - (latest % DAY_SECONDS) + hour * HOUR_SECONDS;
}

function* batches(last: number, from: number): Generator<number[]> {
  for (let end = last; end >= from; end -= BATCH * DAY_SECONDS)
    yield Array.from({ length: BATCH }, (_, index) => end - index * DAY_SECONDS).filter((day) => day >= from);
}
