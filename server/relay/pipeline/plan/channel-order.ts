import { ApiError } from '../../../contract/errors/api-error.js';
import type { ChannelRegistry, RoutableChannel } from '../../../channels/channel-registry.js';
import type { CircuitView } from '../../routing/channel-circuits.js';
import type { ProviderResponse } from '../../routing/provider-responses.js';
import { uniform } from '../../routing/conversation-seed.js';

/** The channels one request may be sent to, best first. */
export interface Routes {
  /** The next channel to try; undefined when there is none left. */
  next(): RoutableChannel | undefined;
  /** Excludes a channel from this request, for example because it is full or timed out. */
  drop(channelId: number): void;
  /** Restricts the remaining choice to channels that match. */
  only(fits: (channel: RoutableChannel) => boolean): void;
  /** Whether a channel that was tried may be called once more: not if it was drained meanwhile. */
  repeats(channelId: number): boolean;
  /** Whether there is an untried channel. */
  readonly others: boolean;
  /** Channels that were passed over because their circuit was open. */
  readonly skippedOpenCircuit: readonly number[];
  /** Whether a drawn channel could not serve the request. */
  readonly unfit: boolean;
  /** When the first channel that could serve the request but is drained gets requests again, Unix seconds; 0 = there is none. */
  readonly drainedUntil: number;
  /** Whether a failed attempt may go to another channel at all; false for a single fixed channel. */
  readonly retries: boolean;
}

/** Criteria for choosing between channels that serve the same model. */
export interface RouteCriteria {
  /** Which channels can serve the request; all when undefined. */
  serves?: (channel: RoutableChannel) => boolean;
  /** Like `serves`, but checked only for a channel that was drawn: for abilities nearly all channels have. */
  fits?: (channel: RoutableChannel) => boolean;
  /** Preferred channels: tried first among channels of equal priority. */
  prefers?: (channel: RoutableChannel) => boolean;
  /** Which channels have a closed circuit; all when undefined. */
  circuits?: CircuitView;
  /** Whether other groups can serve the request: then each channel is drawn once, and none whose circuit is open. */
  hasOtherGroups?: boolean;
  /** Seed that is equal for all requests of one conversation; computed only where there is a choice. */
  seed: () => number;
}

/** No channel of the group that lists the model has an operation for the request. */
export function notServed(group: string, model: string): ApiError {
  const detail = `not implemented: no channel of group ${group} serves ${model} by this API`;
  return new ApiError('convert_request_failed', { detail });
}

/**
 * Every channel that could serve the request is drained.
 * @param until when the first of them gets requests again, Unix seconds
 */
export function channelsDrained(group: string, model: string, until: number): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(until - Date.now() / 1000));
  return new ApiError('channels_drained', { group, model }, { retryAfterSeconds });
}

/** When the first of the given channels gets requests again, Unix seconds; 0 = there is none. */
function firstEnd(drained: readonly RoutableChannel[]): number {
  return drained.length === 0 ? 0 : Math.min(...drained.map(({ drainedUntil }) => drainedUntil));
}

/**
 * Draws channels by priority and weight, each at most once while others remain; when all have been tried, those of the
 * lowest priority may be tried again. Channels whose circuit is open are drawn after all others of the same round. Requests of one
 * conversation draw the same channel while it works (rendezvous hashing); different conversations spread exactly by weight.
 * Weight 0 beside positive weights is drawn after them; where all weights are 0, the channels share evenly.
 * @throws ApiError model_unknown when no channel of the group lists the model, model_not_found when those that do are out
 *   of service, channels_drained when those that could serve the request are drained, convert_request_failed when none of
 *   them can serve it
 */
export function routesFor(
  channels: ChannelRegistry,
  group: string,
  model: string,
  { serves, fits, prefers, circuits, hasOtherGroups = false, seed }: RouteCriteria,
): Routes {
  let tiers: readonly Pool[] | undefined = channels.tiers(group, model);
  if (!tiers?.length) throw unserved(channels, [group], group, model);
  const drainedUntil = (can: (channel: RoutableChannel) => boolean) =>
    firstEnd(channels.drained(group, model).filter((one) => (serves?.(one) ?? true) && can(one)));
  if (serves) {
    const able = ({ channelId }: Pool[number]) => is(channels.get(channelId), serves);
    tiers = tiers.map((pool) => pool.filter(able)).filter((pool) => pool.length > 0);
    if (tiers.length === 0) {
      const until = drainedUntil(() => true);
      throw until > 0 ? channelsDrained(group, model, until) : notServed(group, model);
    }
  }
  if (prefers) {
    const best = ({ channelId }: Pool[number]) => is(channels.get(channelId), prefers);
    tiers = tiers
      .flatMap((pool) => [pool.filter(best), pool.filter((one) => !best(one))])
      .filter((pool) => pool.length > 0);
  }
  return new WeightedSelection(channels, tiers, circuits, hasOtherGroups, seed, drainedUntil, fits);
}

/**
 * The error for a model that no channel serves: no channel lists it, those that do are drained, or out of service.
 * @param named group name shown to the client
 */
export function unserved(
  channels: ChannelRegistry,
  groups: readonly string[],
  named: string,
  model: string,
): ApiError {
  const until = firstEnd(groups.flatMap((group) => channels.drained(group, model)));
  if (until > 0) return channelsDrained(named, model, until);
  const isListed = groups.some((group) => channels.lists(group, model));
  return new ApiError(isListed ? 'model_not_found' : 'model_unknown', { group: named, model });
}

function is(channel: RoutableChannel | undefined, matches: (channel: RoutableChannel) => boolean): boolean {
  return channel !== undefined && matches(channel);
}

type Pool = readonly { channelId: number; weight: number }[];

class WeightedSelection implements Routes {
  readonly retries = true;
  readonly skippedOpenCircuit: number[] = [];
  unfit = false;
  private tried: number[] = [];
  private readonly dropped: number[] = [];

  constructor(
    private readonly channels: ChannelRegistry,
    private readonly tiers: readonly Pool[],
    private readonly circuits: CircuitView | undefined,
    private readonly hasOtherGroups: boolean,
    private readonly seed: () => number,
    private readonly drainEnd: (can: (channel: RoutableChannel) => boolean) => number,
    private fits: ((channel: RoutableChannel) => boolean) | undefined,
  ) {}

  get others(): boolean {
    return this.tiers.some((tier) => this.untried(tier).length > 0);
  }

  get drainedUntil(): number {
    return this.drainEnd((channel) => !this.tried.includes(channel.id) && (this.fits?.(channel) ?? true));
  }

  drop(channelId: number): void {
    this.dropped.push(channelId);
  }

  repeats(channelId: number): boolean {
    return !this.channels.isDrained(channelId);
  }

  only(fits: (channel: RoutableChannel) => boolean): void {
    const before = this.fits;
    this.fits = before ? (channel) => before(channel) && fits(channel) : fits;
  }

  next(): RoutableChannel | undefined {
    for (let channel = this.drawn(); channel; channel = this.drawn()) {
      if (!this.fits || this.fits(channel)) return channel;
      this.unfit = true;
      this.drop(channel.id);
    }
    return undefined;
  }

  private drawn(): RoutableChannel | undefined {
    for (const tier of this.tiers) {
      const channel = this.draw(this.inOrder(this.untried(tier)));
      if (channel) return channel;
    }
    if (this.hasOtherGroups) return undefined;
    for (const tier of this.tiers) {
      const channel = this.draw(this.untried(tier));
      if (channel) return channel;
    }
    const again = (this.tiers.at(-1) ?? []).filter(({ channelId }) => !this.isExcluded(channelId));
    return this.draw(this.inOrder(again)) ?? this.draw(again);
  }

  private untried(tier: Pool): Pool {
    if (this.tried.length === 0 && this.dropped.length === 0) return tier;
    return tier.filter(({ channelId }) => !this.tried.includes(channelId) && !this.isExcluded(channelId));
  }

  /** Dropped, or drained since the request was planned. */
  private isExcluded(channelId: number): boolean {
    return this.dropped.includes(channelId) || this.channels.isDrained(channelId);
  }

  private inOrder(pool: Pool): Pool {
    const { circuits } = this;
    if (!circuits?.anyOpen) return pool;
    return pool.filter(({ channelId }) => {
      const channel = this.channels.get(channelId);
      const closed = channel === undefined || circuits.closed(channel);
      if (!closed && !this.skippedOpenCircuit.includes(channelId)) this.skippedOpenCircuit.push(channelId);
      return closed;
    });
  }

  private draw(pool: Pool): RoutableChannel | undefined {
    const drawn = pool.length > 1 ? this.weighted(pool) : pool[0];
    if (!drawn) return undefined;
    if (this.tried.length === 0) this.tried = [drawn.channelId];
    else this.tried.push(drawn.channelId);
    const channel = this.channels.get(drawn.channelId);
    if (channel) this.circuits?.requestSent(channel);
    return channel;
  }

  /**
   * The smallest of exponentially distributed numbers, one per channel with its weight as rate: traffic shares follow the
   * weights exactly, and the choice for a seed is stable. Numbers of channels without weight are infinite, so those are
   * drawn only where no channel has one.
   */
  private weighted(pool: Pool): Pool[number] | undefined {
    const seed = this.seed();
    const isWeighted = pool.some(({ weight }) => weight > 0);
    let best: Pool[number] | undefined;
    let least = Infinity;
    for (const candidate of pool) {
      const weight = isWeighted ? candidate.weight : 1;
      const number = -Math.log(uniform(seed, candidate.channelId)) / weight;
      if (number < least) [best, least] = [candidate, number];
    }
    return best;
  }
}

/**
 * The one channel that stores the response a request continues from.
 * @throws ApiError response_not_found when it is gone, or no longer serves this model for the group; channels_drained
 */
export function storedResponseRoute(
  channels: ChannelRegistry,
  { id, channelId }: ProviderResponse,
  group: string,
  model: string,
): Routes {
  const channel = channels.get(channelId);
  if (!channel?.enabled || !channels.serves(channelId, group, model))
    throw new ApiError('response_not_found', { id });
  if (channels.isDrained(channelId)) throw channelsDrained(group, model, channel.drainedUntil);
  return onlyRoute(channel);
}

/** The one channel an administrator pinned with `sk-KEY-ID`. @throws ApiError when it is unknown, disabled or drained */
export function pinnedRoute(channels: ChannelRegistry, id: string): Routes {
  const channel = /^\d{1,15}$/.test(id) ? channels.get(Number(id)) : undefined;
  if (!channel) throw new ApiError('pinned_channel_unknown');
  if (!channel.enabled) throw new ApiError('pinned_channel_disabled');
  if (channels.isDrained(channel.id)) throw new ApiError('pinned_channel_drained');
  return onlyRoute(channel);
}

function onlyRoute(channel: RoutableChannel): Routes {
  let dropped = false;
  return {
    retries: false,
    others: false,
    skippedOpenCircuit: [],
    unfit: false,
    drainedUntil: 0,
    next: () => (dropped ? undefined : channel),
    drop: () => (dropped = true),
    repeats: () => false,
    only: () => undefined,
  };
}
