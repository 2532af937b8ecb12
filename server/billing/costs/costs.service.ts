import { Injectable } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  isTimeDimension,
  OWN_DIMENSIONS,
  type CostDimension,
  type CostMovement,
  type CostProofQuery,
  type CostProofResponse,
  type CostsRequest,
  type CostsResponse,
} from '../../contract/resources/costs/costs.js';
import { Role } from '../../contract/enums.js';
import type { AccountState } from '../../core/http/access/account.js';
import { AnswerReads } from '../../core/postgres/reads/read-database.js';
import { OptionsService } from '../../options/options.service.js';
import { LogNamesRepository } from '../logs/log-names.repository.js';
import type { SummedDay } from '../usage-hours/usage-days.repository.js';
import { UsageDays } from '../usage-hours/usage-days.service.js';
import type { Period } from '../usage-hours/usage-rebuild.repository.js';
import { undividedDays } from './cost-periods.js';
import { costRows, shownValues, totalOf, type Cell, type CellErrors, type Pricing } from './cost-rows.js';
import { costSeries } from './cost-series.js';
import type { CostScope } from './cost-source.js';
import { CostsRepository, type CellQuery, type ComparedQuery } from './costs.repository.js';
import { isRanked, RankedCosts } from './ranked-costs.js';
import { CostRankingsRepository } from './rankings/cost-rankings.repository.js';
import { monthEndForecast, spendingPeriods, type SpendingPeriods } from './forecast.js';
import { LISTED_MOVEMENTS, movementsOf } from './movements.js';
import { purchaseSpans, type PurchaseSpan } from './purchase-prices/purchase-cost.js';
import { PurchasePricesRepository } from './purchase-prices/purchase-prices.repository.js';
import { daysOf, hourOf } from './time-buckets.js';

const HOUR_SECONDS = 3600;
/** Channels and models that were sold below their price, in an answer. */
const MAX_LOSSES = 20;

/** Costs of requests, from the sums of usage by hour. */
@Injectable()
export class Costs {
  constructor(
    private readonly stored: CostsRepository,
    private readonly ranked: RankedCosts,
    private readonly prices: PurchasePricesRepository,
    private readonly names: LogNamesRepository,
    private readonly days: UsageDays,
    private readonly options: OptionsService,
    private readonly rankings: CostRankingsRepository,
  ) {}

  /**
   * Administrators get all costs, users their own, without what the operator pays.
   * @throws ApiError cost_dimension_not_allowed
   */
  async answer(account: AccountState, request: CostsRequest): Promise<CostsResponse> {
    const isAdmin = account.role >= Role.admin;
    if (!isAdmin) requireOwn(request);
    const period = hoursOf(request);
    const length = period.to - period.from;
    const earlier = { from: period.from - length, to: period.from };
    const prices = isAdmin ? await this.prices.list(undefined) : [];
    const pricing: Pricing = {
      spans: purchaseSpans(prices, earlier.from, period.to),
      quotaPerUnit: this.options.get('QuotaPerUnit'),
    };
    const { by, then_by: thenBy, filters, time_zone: timeZone } = request;
    const spending = spendingPeriods(timeZone);
    if (isAdmin) await this.rankings.ask(timeZone, Math.floor(Date.now() / 1000));
    // Days that are found to be summed must be summed where their sums are read.
    const answer = new AnswerReads();
    const scope = {
      answer,
      filters,
      userId: isAdmin ? undefined : account.id,
      spans: pricing.spans,
      // Of users there are sums by hour alone.
      summedDays: isAdmin
        ? await this.summedDays(
            [earlier, period, { from: Math.min(spending.month.from, spending.recent), to: spending.to }],
            pricing.spans,
            timeZone,
            answer,
          )
        : [],
    };
    const movedBy = [by, thenBy].find((each) => each !== undefined && !isTimeDimension(each)) ?? 'model';
    const days = daysOf(period.from, period.to, timeZone);
    const query: ComparedQuery = {
      ...period,
      by,
      thenBy,
      days: days.starts,
      shown: Math.min(request.limit, shownValues(timesOf(by, thenBy, length, days.starts.length))),
      earlier,
      movedBy,
      compared: LISTED_MOVEMENTS,
      series: request.series,
    };
    // Two statements at a time: sums over months take long, and a few viewers would hold all connections of the process.
    const [{ cells, before, changes, series }, { losses, errors, forecast }] = await Promise.all([
      isRanked(scope, [by, thenBy]) ? this.ranked.compared(scope, query) : this.stored.compared(scope, query),
      this.besides(scope, query, spending, pricing),
    ]);
    const totals = totalOf(cells, pricing);
    if (errors) totals.errors = errors.reduce((sum, one) => sum + one.errors, 0);
    const previous = totalOf(before, pricing).sums;
    const rows = costRows(by, cells, pricing, errors, beforeOf(changes, cells, previous.quota));
    const movements = movementsOf(changes);
    const overTime = request.series ? costSeries(request.series, timesWithin(query), series, pricing) : null;
    return {
      ...period,
      shifted: days.shifted,
      totals: totals.sums,
      previous,
      rows,
      series: overTime,
      names: await this.namesOf(
        by,
        rows.map((row) => row.by),
      ),
      then_names: await this.namesOf(
        thenBy,
        rows.map((row) => row.then_by),
      ),
      moved_by: movedBy,
      movements,
      moved_names: await this.namesOf(
        movedBy,
        [...movements, ...(overTime?.values ?? [])].map(({ key }) => key),
      ),
      forecast,
      losses,
    };
  }

  /** The sums of a period beside those of the ledger. */
  async proof(account: AccountState, request: CostProofQuery): Promise<CostProofResponse> {
    const period = hoursOf(request);
    const userId = account.role >= Role.admin ? undefined : account.id;
    const { completeFrom, ...sums } = await this.stored.proof(period, userId);
    return { ...period, ...sums, difference: sums.counted - sums.ledger, complete_from: completeFrom };
  }

  /**
   * What channels earned since a time, quota units, by id; channels without purchase prices are left out.
   * @param since Unix seconds, rounded down to an hour
   */
  async marginsSince(since: number): Promise<ReadonlyMap<number, number>> {
    const from = hourOf(since);
    const to = hourOf(Math.floor(Date.now() / 1000)) + HOUR_SECONDS;
    const spans = purchaseSpans(await this.prices.list(undefined), from, to);
    if (spans.length === 0) return new Map();
    const pricing = { spans, quotaPerUnit: this.options.get('QuotaPerUnit') };
    const cells = await this.stored.cells(
      { filters: {}, spans, summedDays: [] },
      { from, to, by: 'channel', thenBy: undefined, days: [], shown: shownValues(1) },
    );
    const rows = costRows('channel', cells, pricing, undefined, new Map());
    return new Map(
      rows.flatMap(({ by, margin }) => (by === null || margin === null ? [] : [[Number(by), margin]])),
    );
  }

  /** What is read from other tables, or by other dimensions. */
  private async besides(
    scope: CostScope,
    query: CellQuery,
    spending: SpendingPeriods,
    pricing: Pricing,
  ): Promise<Pick<CostsResponse, 'losses' | 'forecast'> & { errors: CellErrors[] | undefined }> {
    return {
      losses: await this.losses(scope, pricing, query),
      errors: await this.stored.errors(scope, query),
      forecast: await this.forecast(scope, spending),
    };
  }

  private async forecast(scope: CostScope, spending: SpendingPeriods): Promise<CostsResponse['forecast']> {
    const { month, now } = spending;
    const { spent, recent, recentFrom } = await this.stored.spending(scope, {
      ...spending,
      month: month.from,
    });
    const expected = monthEndForecast({
      now,
      monthTo: month.to,
      spent,
      recent,
      recentFrom: recentFrom ?? undefined,
    });
    return { month_from: month.from, month_to: month.to, spent, expected: expected ?? null };
  }

  /** Days of the time zone whose sums can be read for these periods. */
  private summedDays(
    periods: readonly Period[],
    spans: readonly PurchaseSpan[],
    timeZone: string,
    answer: AnswerReads,
  ): Promise<readonly SummedDay[]> {
    const begin = Math.min(...periods.map(({ from }) => from));
    const end = Math.max(...periods.map(({ to }) => to));
    return this.days.summed(
      undividedDays(
        daysOf(begin, end, timeZone).starts,
        spans.flatMap(({ from, to }) => [from, to]),
      ),
      answer,
    );
  }

  /** Channels and models that were sold below their purchase price. */
  private async losses(
    scope: CostScope,
    pricing: Pricing,
    period: { from: number; to: number },
  ): Promise<CostsResponse['losses']> {
    if (pricing.spans.length === 0) return [];
    const cells = await this.stored.cells(scope, {
      ...period,
      by: 'channel',
      thenBy: 'model',
      days: [],
      shown: shownValues(1),
    });
    const rows = costRows(
      'channel',
      cells.filter(({ span, by }) => span !== 0 && by !== null),
      pricing,
      undefined,
      new Map(),
    );
    const losses = rows
      .filter(({ margin }) => (margin ?? 0) < 0)
      .toSorted((a, b) => (a.margin ?? 0) - (b.margin ?? 0))
      .slice(0, MAX_LOSSES);
    const names = await this.namesOf(
      'channel',
      losses.map(({ by }) => by),
    );
    return losses.map(({ by, then_by, quota, purchase }) => ({
      channel: Number(by),
      name: names[by ?? ''] ?? '',
      model: then_by ?? '',
      quota,
      purchase: purchase ?? 0,
    }));
  }

  /** Names of the channels, users or tokens with these ids. */
  private async namesOf(
    dimension: CostDimension | undefined,
    keys: readonly (string | null)[],
  ): Promise<Record<string, string>> {
    if (dimension !== 'channel' && dimension !== 'user' && dimension !== 'token') return {};
    const ids = [...new Set(keys)].map(Number).filter((id) => id > 0);
    if (ids.length === 0) return {};
    const names =
      dimension === 'channel'
        ? await this.names.channelNames(ids)
        : await this.stored.names(dimension === 'user' ? 'users' : 'tokens', ids);
    return Object.fromEntries([...names].map(([id, name]) => [String(id), name]));
  }
}

/** @throws ApiError cost_dimension_not_allowed */
function requireOwn({ by, then_by: thenBy, filters }: CostsRequest): void {
  const allowed: readonly string[] = OWN_DIMENSIONS;
  const used = [by, ...(thenBy ? [thenBy] : []), ...Object.keys(filters)];
  if (used.some((each) => !allowed.includes(each))) throw new ApiError('cost_dimension_not_allowed');
}

function hoursOf({ from, to }: { from: number; to: number }): { from: number; to: number } {
  return { from: hourOf(from), to: Math.ceil(to / HOUR_SECONDS) * HOUR_SECONDS };
}

/** Beginnings of the days or hours of the series. */
function timesWithin({ series, from, to, days }: ComparedQuery): readonly number[] {
  if (series?.by !== 'hour') return days;
  return Array.from({ length: (to - from) / HOUR_SECONDS }, (_, index) => from + index * HOUR_SECONDS);
}

function timesOf(by: CostDimension, thenBy: CostDimension | undefined, length: number, days: number): number {
  if (by === 'hour' || thenBy === 'hour') return length / HOUR_SECONDS;
  return by === 'day' || thenBy === 'day' ? days : 1;
}

/** Charges of the period before by value; null: of all values that have no rows of their own. */
function beforeOf(
  changes: readonly CostMovement[],
  cells: readonly Cell[],
  total: number,
): Map<string | null, number> {
  const before = new Map<string | null, number>();
  const shown = new Set(cells.map(({ by }) => by));
  let rest = total;
  for (const change of changes)
    if (change.key !== null && shown.has(change.key)) {
      before.set(change.key, change.before);
      rest -= change.before;
    }
  return before.set(null, rest);
}
