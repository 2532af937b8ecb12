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
 * @param random uniform in [0, 1), replaced by tests
 */
export function routesFor(
  channels: ChannelDirectory,
  group: string,
  model: string,
  random: () => number = Math.random,
): Routes {
  const tiers = channels.tiers(group, model);
  if (!tiers?.length) throw new Refusal('model_not_found', { group, model });
  const tried = new Set<number>();
  return {
    retries: true,
    next() {
      for (const tier of tiers) {
        const channel = draw(tier.filter(({ channelId }) => !tried.has(channelId)));
        if (channel) return channel;
      }
      return draw(tiers.at(-1) ?? []);
    },
  };

  function draw(pool: readonly { channelId: number; weight: number }[]): RoutableChannel | undefined {
    // The common case: one channel serves this model.
    if (pool.length === 1 && pool[0]) {
      tried.add(pool[0].channelId);
      return channels.get(pool[0].channelId);
    }
    let rest = random() * pool.reduce((sum, { weight }) => sum + weight + SMOOTHING, 0);
    for (const { channelId, weight } of pool) {
      rest -= weight + SMOOTHING;
      if (rest >= 0) continue;
      tried.add(channelId);
      return channels.get(channelId);
    }
    return undefined;
  }
}

/** The one channel an administrator pinned with `sk-KEY-ID`. */
export function pinnedRoute(channels: ChannelDirectory, id: string): Routes {
  const channel = /^\d{1,15}$/.test(id) ? channels.get(Number(id)) : undefined;
  if (!channel) throw new Refusal('pinned_channel_unknown');
  if (!channel.enabled) throw new Refusal('pinned_channel_disabled');
  return { retries: false, next: () => channel };
}
