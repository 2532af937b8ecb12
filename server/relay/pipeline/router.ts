import { Refusal } from '../../core/refusal.js';
import type { ChannelDirectory, RoutableChannel } from '../../channels/channel-directory.js';

/** Added to every weight, so that weight 0 still gets traffic (spec/relay-and-billing.md B7). */
const SMOOTHING = 10;

/** The channels one request may be sent to, best first. */
export interface Routes {
  /** The next channel to ask; undefined when there is none left. */
  next(): RoutableChannel | undefined;
  /** May a failed attempt go to another channel at all? (no for pinned channels) */
  readonly retries: boolean;
}

/**
 * Draws channels by priority and weight, each at most once while others remain; when all have been asked, those of
 * the lowest priority may be asked again.
 * @throws Refusal model_not_found when no channel of the group serves the model, convert_request_failed when none of them
 *   can do what is asked
 */
export function routesFor(
  channels: ChannelDirectory,
  group: string,
  model: string,
  { serves, random = Math.random }: RouteWishes = {},
): Routes {
  let tiers: readonly Pool[] | undefined = channels.tiers(group, model);
  if (!tiers?.length) throw new Refusal('model_not_found', { group, model });
  if (serves) {
    const able = ({ channelId }: Pool[number]) => serves(channels.get(channelId)?.type ?? 0);
    tiers = tiers.map((pool) => pool.filter(able)).filter((pool) => pool.length > 0);
    if (tiers.length === 0) throw new Refusal('convert_request_failed', { detail: 'not implemented' });
  }
  return new Draw(channels, tiers, random);
}

export interface RouteWishes {
  /** Which channel types can do what is asked; all when undefined. */
  serves?: (type: number) => boolean;
  /** Uniform in [0, 1), replaced by tests. */
  random?: () => number;
}

type Pool = readonly { channelId: number; weight: number }[];

class Draw implements Routes {
  readonly retries = true;
  private readonly tried: number[] = [];

  constructor(
    private readonly channels: ChannelDirectory,
    private readonly tiers: readonly Pool[],
    private readonly random: () => number,
  ) {}

  next(): RoutableChannel | undefined {
    for (const tier of this.tiers) {
      const channel = this.draw(this.untried(tier));
      if (channel) return channel;
    }
    return this.draw(this.tiers.at(-1) ?? []);
  }

  private untried(tier: Pool): Pool {
    if (this.tried.length === 0) return tier;
    return tier.filter(({ channelId }) => !this.tried.includes(channelId));
  }

  private draw(pool: Pool): RoutableChannel | undefined {
    const drawn = pool.length > 1 ? this.weighted(pool) : pool[0];
    if (!drawn) return undefined;
    this.tried.push(drawn.channelId);
    return this.channels.get(drawn.channelId);
  }

  private weighted(pool: Pool): Pool[number] | undefined {
    let rest = this.random() * pool.reduce((sum, { weight }) => sum + weight + SMOOTHING, 0);
    return pool.find(({ weight }) => (rest -= weight + SMOOTHING) < 0);
  }
}

/** The one channel an administrator pinned with `sk-KEY-ID`. */
export function pinnedRoute(channels: ChannelDirectory, id: string): Routes {
  const channel = /^\d{1,15}$/.test(id) ? channels.get(Number(id)) : undefined;
  if (!channel) throw new Refusal('pinned_channel_unknown');
  if (!channel.enabled) throw new Refusal('pinned_channel_disabled');
  return { retries: false, next: () => channel };
}
