import { ApiError } from '../../../contract/errors/api-error.js';
import type { ChannelRegistry, RoutableChannel } from '../../../channels/channel-registry.js';
import type { Tier } from '../../../channels/channel-routes.js';
import { AUTO_GROUP, autoGroupsOf } from '../../../options/groups/auto-groups.js';
import type { TokenIdentity } from '../../../tokens/token-identity.js';
import type { CompiledSettings } from '../settings.js';

/**
 * The group that decides channels and price: the token's group, else the owner's.
 * @returns several groups for a token of group `auto`: the first of them that can serve the request is used
 * @throws ApiError 403 when the owner may not use the token's group, or the group has no ratio any more
 */
export function usingGroup(token: TokenIdentity, settings: CompiledSettings): string | readonly string[] {
  const own = token.user.group || 'default';
  if (!token.group || token.group === own) return rated(own, settings);
  if (token.group === AUTO_GROUP && settings.autoGroups.length > 0) {
    const { autoGroups, usableGroups, ratedGroups } = settings;
    const groups = autoGroupsOf(autoGroups, own, { usable: usableGroups, rated: ratedGroups });
    if (groups.length > 0) return groups;
  }
  if (!settings.usableGroups.has(token.group))
    throw new ApiError('token_group_disabled', { group: token.group });
  return rated(token.group, settings);
}

/** A group without a ratio has no price: it is refused instead of being sold at the ratio of another. */
function rated(group: string, { ratedGroups }: CompiledSettings): string {
  if (!ratedGroups.has(group)) throw new ApiError('group_retired', { group });
  return group;
}

/**
 * The first of several groups in which a channel for the model can serve the request, else the first that has the model;
 * undefined when none has it.
 */
export function servingGroup(
  channels: ChannelRegistry,
  groups: readonly string[],
  model: string,
  can: (channel: RoutableChannel) => boolean,
): string | undefined {
  let having: string | undefined;
  for (const group of groups) {
    const tiers = channels.tiers(group, model);
    if (!tiers?.length) continue;
    if (hasChannel(channels, tiers, can)) return group;
    having ??= group;
  }
  return having;
}

/** The groups after one of several in which a channel for the model can serve the request, in their order. */
export function groupsAfter(
  group: string,
  channels: ChannelRegistry,
  groups: readonly string[],
  model: string,
  can: (channel: RoutableChannel) => boolean,
): readonly string[] {
  return groups
    .slice(groups.indexOf(group) + 1)
    .filter((other) => hasChannel(channels, channels.tiers(other, model) ?? [], can));
}

function hasChannel(
  channels: ChannelRegistry,
  tiers: readonly Tier[],
  can: (channel: RoutableChannel) => boolean,
): boolean {
  return tiers.some((tier) =>
    tier.some(({ channelId }) => {
      const channel = channels.get(channelId);
      return channel !== undefined && can(channel);
    }),
  );
}
