import { Injectable } from '@nestjs/common';
import { PriceList } from '../billing/prices/price-list.js';
import { ChannelHealth } from '../channels/health/channel-health.service.js';
import {
  OVERVIEW_PERIODS,
  OVERVIEW_ROWS,
  type OverviewPeriod,
  type OverviewResponse,
  type OwnOverviewResponse,
} from '../contract/resources/overview.js';
import { FirstTokensRepository, type PeriodFirstTokens } from '../statistics/first-tokens.repository.js';
import { histogramOf, percentile } from '../statistics/histogram.js';
import { OverviewRepository, type Period } from './overview.repository.js';

/** Milliseconds. */
const FRESH_MS = 3000;
const HOUR_SECONDS = 3600;
const DAYS_OF_WEEK = 7;
/** Answers from which the times of a channel are compared. */
const MIN_ANSWERS = 20;

/** One page with what an operator, or a user, has to know of a period. */
@Injectable()
export class Overview {
  private readonly latest = new Map<OverviewPeriod, { at: number; overview: Promise<OverviewResponse> }>();

  constructor(
    private readonly stored: OverviewRepository,
    private readonly firstTokens: FirstTokensRepository,
    private readonly health: ChannelHealth,
    private readonly prices: PriceList,
  ) {}

  /** At most three seconds old: pages ask for it all the time. */
  ofAll(name: OverviewPeriod): Promise<OverviewResponse> {
    const latest = this.latest.get(name);
    if (latest && Date.now() - latest.at < FRESH_MS) return latest.overview;
    const overview = this.read(name);
    this.latest.set(name, { at: Date.now(), overview });
    overview.catch(() => this.latest.delete(name));
    return overview;
  }

  private async read(name: OverviewPeriod): Promise<OverviewResponse> {
    const period = periodOf(name);
    const [results, firstTokens, models, users, charges, topUsers, health, prices] = await Promise.all([
      this.stored.results(period),
      this.firstTokens.ofPeriod(period.from, period.to),
      this.stored.models(period),
      this.stored.users(period),
      this.stored.charges(period),
      this.stored.topUsers(period, OVERVIEW_ROWS),
      this.health.list(0),
      this.prices.rows(),
    ]);
    const unpriced = prices.filter(({ priced }) => !priced).map(({ model_name: model }) => model);
    const troubled = health.filter(({ attention }) => attention.length > 0);
    const slow = slowest(firstTokens);
    const shown = [...troubled.slice(0, OVERVIEW_ROWS).map(({ id }) => id), ...slow.map(({ id }) => id)];
    const names = new Map((await this.stored.channelNames(shown)).map(({ id, name: text }) => [id, text]));
    const nameOf = (id: number) => names.get(id) ?? '';
    const now = results.filter(({ at }) => at >= period.from);
    const before = results.filter(({ at }) => at < period.from);
    return {
      from: period.from,
      to: period.to,
      figures: {
        requests: { now: requestsOf(now), before: requestsOf(before) },
        success: { now: successOf(now), before: successOf(before) },
        quota: { now: charges[0], before: charges[1] },
        first_token_p50: {
          now: medianOf(firstTokens.filter(({ isBefore }) => !isBefore)),
          before: medianOf(firstTokens.filter(({ isBefore }) => isBefore)),
        },
        users: { now: users[0], before: users[1] },
      },
      results: everySlot(period).map((at) => now.find((row) => row.at === at) ?? { ...NO_RESULTS, at }),
      attention: troubled.slice(0, OVERVIEW_ROWS).map(({ id, attention, failing_models }) => ({
        id,
        name: nameOf(id),
        reasons: attention,
        failing_models: failing_models.slice(0, OVERVIEW_ROWS),
      })),
      attention_total: troubled.length,
      unpriced_models: unpriced.slice(0, OVERVIEW_ROWS),
      unpriced_total: unpriced.length,
      movers: models
        .filter(({ quota, before: earlier }) => quota !== earlier)
        .toSorted((a, b) => Math.abs(b.quota - b.before) - Math.abs(a.quota - a.before))
        .slice(0, OVERVIEW_ROWS)
        .map(({ model, quota, before: earlier }) => ({ model, quota, before: earlier })),
      slow_channels: slow.map((row) => ({ ...row, name: nameOf(row.id) })),
      failing_models: models
        .filter(({ failed }) => failed > 0)
        .toSorted((a, b) => b.failed - a.failed)
        .slice(0, OVERVIEW_ROWS)
        .map(({ model, requests, failed }) => ({ model, requests, failed })),
      top_users: topUsers,
    };
  }

  async ofUser(userId: number, name: OverviewPeriod): Promise<OwnOverviewResponse> {
    const period = periodOf(name);
    const [balance, charges, week, failed, tokens] = await Promise.all([
      this.stored.balance(userId),
      this.stored.ownCharges(userId, period),
      this.stored.ownWeek(userId, Math.floor(Date.now() / 1000)),
      this.stored.ownFailures(userId, period),
      this.stored.ownTokens(userId, period, OVERVIEW_ROWS),
    ]);
    const sums = (rows: readonly { quota: number; requests: number }[]) =>
      rows.reduce((sum, row) => ({ quota: sum.quota + row.quota, requests: sum.requests + row.requests }), {
        quota: 0,
        requests: 0,
      });
    const now = charges.filter(({ at }) => at >= period.from);
    const earlier = charges.filter(({ at }) => at < period.from);
    const [all, before] = [sums(now), sums(earlier)];
    const models = [...new Set(now.map(({ model }) => model))].map((model) => ({
      model,
      quota: sums(now.filter((row) => row.model === model)).quota,
      before: sums(earlier.filter((row) => row.model === model)).quota,
    }));
    return {
      from: period.from,
      to: period.to,
      balance,
      balance_days: week > 0 ? Math.max(0, balance) / (week / DAYS_OF_WEEK) : null,
      requests: { now: all.requests, before: before.requests },
      quota: { now: all.quota, before: before.quota },
      spend: everySlot(period).map((at) => ({ at, ...sums(now.filter((row) => row.at === at)) })),
      models: models.toSorted((a, b) => b.quota - a.quota).slice(0, OVERVIEW_ROWS),
      failed,
      tokens,
    };
  }
}

const NO_RESULTS = {
  ok: 0,
  rescued: 0,
  client_error: 0,
  limited: 0,
  upstream_error: 0,
  cut: 0,
  aborted: 0,
};

/** The period up to the end of this hour. */
function periodOf(name: OverviewPeriod): Period {
  const { seconds, slots } = OVERVIEW_PERIODS[name];
  const to = (Math.floor(Date.now() / 1000 / HOUR_SECONDS) + 1) * HOUR_SECONDS;
  return { from: to - seconds, to, slot: seconds / slots };
}

function everySlot({ from, to, slot }: Period): number[] {
  return Array.from({ length: (to - from) / slot }, (_, index) => from + index * slot);
}

type Results = OverviewResponse['results'];

function requestsOf(rows: Results): number {
  return rows.reduce(
    (sum, { at: _, ...results }) => Object.values(results).reduce((all, one) => all + one, sum),
    0,
  );
}

function successOf(rows: Results): number | null {
  const answered = rows.reduce((sum, { ok, rescued }) => sum + ok + rescued, 0);
  const failed = rows.reduce((sum, { upstream_error, cut }) => sum + upstream_error + cut, 0);
  return answered + failed === 0 ? null : answered / (answered + failed);
}

function medianOf(rows: readonly PeriodFirstTokens[]): number | null {
  return percentile(histogramOf(rows), 0.5) ?? null;
}

/** Channels with enough answers to compare, the slowest first. */
function slowest(
  rows: readonly PeriodFirstTokens[],
): { id: number; first_token_p95: number; answers: number }[] {
  const present = rows.filter(({ isBefore }) => !isBefore);
  return [...new Set(present.map(({ id }) => id))]
    .map((id) => {
      const histogram = histogramOf(present.filter((row) => row.id === id));
      const answers = histogram.reduce((sum, count) => sum + count, 0);
      return { id, first_token_p95: percentile(histogram, 0.95) ?? 0, answers };
    })
    .filter(({ answers }) => answers >= MIN_ANSWERS)
    .toSorted((a, b) => b.first_token_p95 - a.first_token_p95)
    .slice(0, OVERVIEW_ROWS);
}
