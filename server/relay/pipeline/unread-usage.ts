import type { UnreadUsage } from '../../billing/unread-usage/unread-usage.js';
import type { ChannelRegistry } from '../../channels/channel-registry.js';
import type { Usage } from '../../dialects/canonical/usage.js';
import { definitionOf } from '../../dialects/providers/registry.js';
import type { Outcome } from './outcome.js';

interface UnreadServices {
  readonly channels: Pick<ChannelRegistry, 'get'>;
  readonly unreadUsage: Pick<UnreadUsage, 'add'>;
}

/** Counts what the provider reported and no reader knows; nothing for nearly all responses. */
export function countUnread(
  { channelId, upstreamModel }: Pick<Outcome, 'channelId' | 'upstreamModel'>,
  usage: Usage | undefined,
  { channels, unreadUsage }: UnreadServices,
): void {
  if (!usage?.unread) return;
  const type = channels.get(channelId)?.type;
  const provider = type === undefined ? undefined : definitionOf(type)?.id;
  unreadUsage.add(provider ?? 'unknown', upstreamModel, usage.unread);
}
