import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { ChannelKey } from '../../channels/channel-keys.js';
import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import { known, type RelayContext } from '../pipeline/context.js';
import type { Circuits } from './circuits.js';
import { conversationSeed, uniform } from './conversation-seed.js';

/** Identifies one key of a channel among all keys of all channels. */
export function keyName(channelId: number, index: number): string {
  return `${channelId}:${index}`;
}

/** Each key is a separate account: these failures do not affect the other keys. */
export function isKeyTrouble({ status }: UpstreamFailure): boolean {
  return status === 401 || status === 403 || status === 429;
}

/**
 * Selects the key of a channel for a request. With several keys, a conversation keeps using the same one while it works.
 * While others remain, keys that already failed this request or whose circuit is open are not used.
 * @param full keys whose limits leave no room for this request
 * @returns undefined when all usable keys are full
 */
export function keyFor(
  context: RelayContext,
  { keys, id }: RoutableChannel,
  circuits: Circuits<string>,
  full: readonly ChannelKey[] = [],
): ChannelKey | undefined {
  const [first] = keys;
  if (first === undefined) throw new Error(`channel ${id} has no key that may be used`);
  if (keys.length === 1) return full.length > 0 ? undefined : first;
  const keeper = context.kept && keys.find(({ index }) => index === context.kept?.keyIndex);
  if (keeper) return full.length > 0 ? undefined : keeper;
  const roomy = full.length > 0 ? keys.filter((key) => !full.includes(key)) : keys;
  const { keysTried } = context;
  const untried = keysTried ? roomy.filter(({ index }) => !keysTried.includes(keyName(id, index))) : roomy;
  const healthy = circuits.anyOpen
    ? untried.filter(({ index }) => circuits.closed(keyName(id, index)))
    : untried;
  const choice = [healthy, untried, roomy].find((some) => some.length > 0);
  if (!choice) return undefined;
  const seed = conversationSeed(context.exchange.body, known(context.caller).token.user.id);
  return choice.reduce((best, key) => (uniform(seed, key.index) > uniform(seed, best.index) ? key : best));
}

/** Records which key is used, for channels with several. */
export function keyAsked(
  context: RelayContext,
  { keys, id }: RoutableChannel,
  { index }: ChannelKey,
  circuits: Circuits<string>,
): void {
  if (keys.length === 1) return;
  const name = keyName(id, index);
  (context.keysTried ??= []).push(name);
  circuits.asked(name);
}

/** How often this request called a channel with this key. */
export function timesAsked(
  { channelsTried, keysTried }: RelayContext,
  { id, keys }: RoutableChannel,
  { index }: ChannelKey,
): number {
  if (channelsTried.length === 0) return 0;
  if (keys.length === 1) return channelsTried.filter((tried) => tried === id).length;
  const name = keyName(id, index);
  return keysTried?.filter((tried) => tried === name).length ?? 0;
}
