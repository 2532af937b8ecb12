import { unpricedTools } from '../../../billing/prices/charge/charge-more.js';
import type { Price } from '../../../billing/prices/price.js';
import type { UnreadUsage } from '../../../billing/unread-usage/unread-usage.js';
import type { ChannelRegistry } from '../../../channels/channel-registry.js';
import type { Usage } from '../../../dialects/canonical/usage.js';
import { definitionOf } from '../../../dialects/providers/registry.js';
import type { Outcome } from '../answer/outcome.js';

interface UnreadServices {
  readonly channels: Pick<ChannelRegistry, 'get'>;
  readonly unreadUsage: Pick<UnreadUsage, 'add'>;
}

/**
 * Counts what the provider reported and no reader knows, and calls of its tools that have no price; nothing for nearly all
 * responses.
 */
export function countUnread(
  { channelId, upstreamModel }: Pick<Outcome, 'channelId' | 'upstreamModel'>,
  usage: Usage | undefined,
  price: Price,
  { channels, unreadUsage }: UnreadServices,
): void {
  const unpriced = usage && unpricedTools(usage.more, price);
  if (!usage?.unread && !unpriced) return;
  const type = channels.get(channelId)?.type;
  const provider = type === undefined ? undefined : definitionOf(type)?.id;
  const tools = Object.entries(unpriced ?? {}).map(([name, calls]) => [placeOf(name), calls] as const);
  unreadUsage.add(provider ?? 'unknown', upstreamModel, { ...usage.unread, ...Object.fromEntries(tools) });
}

/** Names of members contain no slash. */
function placeOf(tool: string): string {
  return `tools.${tool.replaceAll('/', '.')}`;
}
