import { Injectable } from '@nestjs/common';
import { AnswerReads } from '../../../core/postgres/reads/read-database.js';
import { UsageDays } from '../../usage-hours/usage-days.service.js';
import { undividedDays } from '../cost-periods.js';
import { CostsRepository, type RankedKey } from '../costs.repository.js';
import { LISTED_MOVEMENTS } from '../movements.js';
import { RANKED_SLOWLY_MS } from '../ranked-costs.js';
import { daysOf } from '../time-buckets.js';
import type { CostRanking, RankedDimension, StoredKey } from './cost-ranking.entity.js';
import { CostRankingsRepository, KEPT_VALUES } from './cost-rankings.repository.js';
import { pagePeriods, type PagePeriod } from './page-periods.js';

const DAY_SECONDS = 86_400;
const DIMENSIONS: readonly RankedDimension[] = ['user', 'token'];
/** Rankings of a time zone are kept until costs were not asked for from it for this long, seconds. */
const ASKED_SECONDS = 30 * DAY_SECONDS;
/** Those with the latest questions. */
const MAX_TIME_ZONES = 3;
/** One run begins no further ranking after this time; the next one goes on. */
const RUN_MS = 5000;
/** Users whose charges are added up by one statement: a million take longer than a statement may. */
const USERS_AT_ONCE = 50_000;
/** Seconds after which a ranking is made again, … */
const REFRESH_SECONDS = 300;
/** … or this many times as long as it took, so that all of a time zone together take at most 6 % of one Postgres process; … */
const PAUSE_FACTOR = 200;
/** … or, where it takes so little time that none is kept, after this many seconds. */
const QUICK_SECONDS = 3600;

/** Keeps ready who ranks highest in the periods that the page of costs offers: adding up the charges of a million users takes seconds. */
@Injectable()
export class CostRankings {
  constructor(
    private readonly kept: CostRankingsRepository,
    private readonly costs: CostsRepository,
    private readonly days: UsageDays,
  ) {}

  /**
   * Makes those rankings that are missing, old, or of a period that has moved on. Run by one worker at a time.
   * @param keptFromMs rankings that take as long are kept, milliseconds
   * @returns the number of rankings that were made and are kept
   */
  async carryOut(now = Math.floor(Date.now() / 1000), keptFromMs = RANKED_SLOWLY_MS): Promise<number> {
    const end = performance.now() + RUN_MS;
    const timeZones = await this.kept.asked(now - ASKED_SECONDS, MAX_TIME_ZONES);
    await this.kept.forget(timeZones, now - ASKED_SECONDS);
    let made = 0;
    for (const { dimension, timeZone, period } of await this.due(timeZones, now)) {
      if (performance.now() > end) break;
      if (await this.make(dimension, timeZone, period, now, keptFromMs)) made++;
    }
    return made;
  }

  /** Those that wait longest first. */
  private async due(
    timeZones: readonly string[],
    now: number,
  ): Promise<{ dimension: RankedDimension; timeZone: string; period: PagePeriod }[]> {
    const idOf = (...parts: string[]) => parts.join(' ');
    const kept = new Map(
      (await this.kept.kept()).map((one) => [idOf(one.dimension, one.period, one.timeZone), one]),
    );
    return timeZones
      .flatMap((timeZone) =>
        pagePeriods(now, timeZone).flatMap((period) =>
          DIMENSIONS.map((dimension) => {
            const known = kept.get(idOf(dimension, period.name, timeZone));
            const isOfPeriod = known?.from === period.from && known.to === period.to;
            return { dimension, timeZone, period, dueAt: isOfPeriod ? known.refreshAt : 0 };
          }),
        ),
      )
      .filter(({ dueAt }) => dueAt <= now)
      .toSorted((a, b) => a.dueAt - b.dueAt);
  }

  /** @returns whether it is kept */
  private async make(
    dimension: RankedDimension,
    timeZone: string,
    { name, from, to }: PagePeriod,
    now: number,
    keptFromMs: number,
  ): Promise<boolean> {
    const earlier = { from: from - (to - from), to: from };
    const answer = new AnswerReads();
    const days = undividedDays(daysOf(earlier.from, to, timeZone).starts, []);
    const summedDays = await this.days.summed(days, answer);
    const ranking = { dimension, period: name, timeZone, from, to };
    const startedAt = performance.now();
    const save = async (keys: readonly StoredKey[]): Promise<boolean> => {
      const tookMs = performance.now() - startedAt;
      const isKept = tookMs >= keptFromMs && keys.length > 0;
      const pause = Math.max(
        isKept ? REFRESH_SECONDS : QUICK_SECONDS,
        Math.ceil((tookMs / 1000) * PAUSE_FACTOR),
      );
      await this.kept.save({
        ...ranking,
        refreshAt: now + pause,
        keys: isKept ? [...keys] : [],
      } satisfies CostRanking);
      return isKept;
    };
    const limits = { from, to, earlier, limit: KEPT_VALUES, changed: LISTED_MOVEMENTS };
    const scope = { filters: {}, spans: [], summedDays, answer };
    try {
      const ranked: RankedKey[] = [];
      for (const users of userRanges(await this.costs.highestUser()))
        ranked.push(
          ...(await this.costs.atOneMoment(scope, (stored) =>
            stored.ranked(scope, [dimension], { ...limits, users }),
          )),
        );
      return await save(highest(ranked).map(({ by, userId }) => ({ by, userId })));
    } catch (error) {
      // Not again at once: it may have taken as long as Postgres allows.
      await save([]);
      throw error;
    }
  }
}

/** Ids of users, `to` exclusive; the last one is open. */
function userRanges(highestId: number): { from: number; to: number }[] {
  const ranges = Math.floor(highestId / USERS_AT_ONCE) + 1;
  return Array.from({ length: ranges }, (_, index) => ({
    from: index * USERS_AT_ONCE,
    to: index === ranges - 1 ? Number.MAX_SAFE_INTEGER : (index + 1) * USERS_AT_ONCE,
  }));
}

/** The highest of all, each of which is among the highest of its users. */
function highest(ranked: readonly RankedKey[]): RankedKey[] {
  const present = ranked.filter(({ isPresent }) => isPresent).toSorted((a, b) => b.now - a.now);
  const changed = ranked.toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before));
  return [...new Set([...present.slice(0, KEPT_VALUES), ...changed.slice(0, LISTED_MOVEMENTS)])];
}
