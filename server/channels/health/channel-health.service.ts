import { Injectable } from '@nestjs/common';
import { Costs } from '../../billing/costs/costs.service.js';
import {
  attentionReason,
  FAILING_STREAK,
  SLOT_SECONDS,
  STRIP_SLOTS,
  type ChannelHealthResponse,
  type ChannelSort,
} from '../../contract/resources/channels/channel-health.js';
import { OptionsService } from '../../options/options.service.js';
import { FirstTokensRepository } from '../../statistics/first-tokens.repository.js';
import type { ChannelOrder } from '../channel-lists.repository.js';
import { ChannelHealthRepository } from './channel-health.repository.js';
import { healthOf } from './channel-health.js';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
/** Longest time by which a viewer's day can have begun earlier, seconds. */
const MAX_DAY_SECONDS = 2 * DAY_SECONDS;

/** The calls of channels, and which channels need attention. */
@Injectable()
export class ChannelHealth {
  constructor(
    private readonly stored: ChannelHealthRepository,
    private readonly firstTokens: FirstTokensRepository,
    private readonly options: OptionsService,
    private readonly costs: Costs,
  ) {}

  /** As `list`, with the margins of channels with purchase prices. */
  async listWithMargins(today: number): Promise<ChannelHealthResponse[]> {
    const [health, margins] = await Promise.all([
      this.list(today),
      this.costs.marginsSince(beginningOf(today, Math.floor(Date.now() / 1000))),
    ]);
    return health.map((one) => ({ ...one, margin_today: margins.get(one.id) ?? null }));
  }

  /**
   * Channels that were called within the day or need attention, the most urgent first.
   * @param today beginning of the viewer's day, Unix seconds; 0 = that of UTC
   */
  async list(today: number): Promise<ChannelHealthResponse[]> {
    const now = Math.floor(Date.now() / 1000);
    // The last slot is the one that has begun.
    const from = (Math.floor(now / SLOT_SECONDS) + 1 - STRIP_SLOTS) * SLOT_SECONDS;
    const dayBegan = beginningOf(today, now);
    // One after the other, by one connection: the worker asks every 15 seconds, and would open one for each otherwise.
    const states = await this.stored.states(now);
    const slots = await this.stored.slots(from, now - (now % 60));
    const firstTokens = await this.firstTokens.ofMinutes(from);
    const failing = await this.stored.failing(from, FAILING_STREAK);
    const quotas = await this.stored.quotas(
      dayBegan,
      now - (now % HOUR_SECONDS) - DAY_SECONDS + HOUR_SECONDS,
    );
    const slotsOf = byChannel(slots);
    const firstTokensOf = byChannel(firstTokens);
    const failingOf = byChannel(failing);
    const quotaOf = new Map(quotas.map((row) => [row.id, row]));
    const quotaPerUnit = this.options.get('QuotaPerUnit');
    return states
      .map((state) =>
        healthOf(state, {
          slots: slotsOf.get(state.id) ?? [],
          firstTokens: firstTokensOf.get(state.id) ?? [],
          failingModels: failingOf.get(state.id)?.map(({ model }) => model) ?? [],
          quota: quotaOf.get(state.id),
          quotaPerUnit,
        }),
      )
      .filter(({ attempts, quota_today, attention }) => attempts + quota_today + attention.length > 0)
      .toSorted((a, b) => urgency(a) - urgency(b) || failedShare(b) - failedShare(a) || a.id - b.id);
  }

  /** The order of a list that is sorted by a column. @param today as in `list` */
  async order(
    sort: ChannelSort | undefined,
    descending: boolean,
    today: number,
  ): Promise<ChannelOrder | undefined> {
    if (sort === undefined) return undefined;
    const column = COLUMNS.find((name) => name === sort);
    if (column) return { column, descending };
    const health = await (sort === 'margin_today' ? this.listWithMargins(today) : this.list(today));
    const value = VALUES[sort];
    const sorted = value
      ? health
          .filter((one) => typeof value(one) === 'number')
          .toSorted((a, b) => Number(value(a)) - Number(value(b)))
      : health.filter(({ attention }) => attention.length > 0);
    return { ids: (descending ? sorted.toReversed() : sorted).map(({ id }) => id) };
  }
}

/** The beginning of the viewer's day; that of UTC where it cannot be one. */
function beginningOf(today: number, now: number): number {
  return today > now - MAX_DAY_SECONDS && today <= now ? today : now - (now % DAY_SECONDS);
}

/** What lists are sorted by, of channels that were called; undefined: the channel has no such value. */
const VALUES: Readonly<
  Partial<Record<ChannelSort, (health: ChannelHealthResponse) => number | null | undefined>>
> = {
  success: ({ attempts, failures }) => (attempts === 0 ? undefined : 1 - failures / attempts),
  first_token: ({ first_token_p50 }) => first_token_p50,
  per_minute: ({ attempts, per_minute }) => (attempts === 0 ? undefined : per_minute),
  rate_limited: ({ attempts, rate_limited }) => (attempts === 0 ? undefined : rate_limited / attempts),
  cached_share: ({ cached_share }) => cached_share,
  quota_today: ({ quota_today }) => quota_today || undefined,
  margin_today: ({ margin_today }) => margin_today,
};

const COLUMNS = ['name', 'type', 'response_time', 'balance', 'priority', 'weight'] as const;

function byChannel<Row extends { readonly id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.id);
    if (group) group.push(row);
    else groups.set(row.id, [row]);
  }
  return groups;
}

/** Rank of the first reason; those without one come last. */
function urgency({ attention: [first] }: ChannelHealthResponse): number {
  return first === undefined ? attentionReason.options.length : attentionReason.options.indexOf(first);
}

function failedShare({ attempts, failures }: ChannelHealthResponse): number {
  return attempts === 0 ? 0 : failures / attempts;
}
