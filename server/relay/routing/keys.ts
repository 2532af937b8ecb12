import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { ChannelKey } from '../../channels/keys/channel-keys.js';
import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import type { AttemptHistory } from '../pipeline/attempt/attempt-history.js';
import type { ParsedRequest } from '../pipeline/stages.js';
import type { Circuits } from './circuits.js';
import { conversationSeed, uniform } from './conversation-seed.js';
import { MAX_RETRY_AFTER_MS } from './retry-after.js';

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
 * While others remain, keys that already failed this request, whose circuit is open or whose provider demands a long wait are
 * not used.
 */
export function keyFor(
  request: ParsedRequest,
  history: AttemptHistory,
  channel: RoutableChannel,
  circuits: Circuits<string>,
): ChannelKey {
  const [first] = channel.keys;
  if (first === undefined) throw new Error(`channel ${channel.id} has no key that may be used`);
  if (channel.keys.length === 1) return first;
  return (
    keyOfStoredResponse(request, channel) ?? best(request, history, channel, circuits, channel.keys) ?? first
  );
}

/**
 * Selects another key, where the limits of some leave no room for the request.
 * @param full the keys without room
 * @returns undefined when all usable keys are full
 */
export function otherKeyFor(
  request: ParsedRequest,
  history: AttemptHistory,
  channel: RoutableChannel,
  circuits: Circuits<string>,
  full: readonly ChannelKey[],
): ChannelKey | undefined {
  if (channel.keys.length === 1 || keyOfStoredResponse(request, channel)) return undefined;
  const withRoom = channel.keys.filter((key) => !full.includes(key));
  return best(request, history, channel, circuits, withRoom);
}

/** The key of the account that stores the response which the request continues from. */
function keyOfStoredResponse(
  { previous: { storedAt } }: ParsedRequest,
  { keys }: RoutableChannel,
): ChannelKey | undefined {
  return storedAt && keys.find(({ index }) => index === storedAt.keyIndex);
}

function best(
  { body, caller }: ParsedRequest,
  history: AttemptHistory,
  { id }: RoutableChannel,
  circuits: Circuits<string>,
  keys: readonly ChannelKey[],
): ChannelKey | undefined {
  const choice = preferred(history, id, circuits, keys);
  if (choice.length === 0) return undefined;
  const seed = conversationSeed(body, caller.token.user.id);
  return choice.reduce((best, key) => (uniform(seed, key.index) > uniform(seed, best.index) ? key : best));
}

/** The keys that did not fail this request and whose circuit is closed; where there are none, the next best. */
function preferred(
  history: AttemptHistory,
  channelId: number,
  circuits: Circuits<string>,
  keys: readonly ChannelKey[],
): readonly ChannelKey[] {
  const unused = keys.filter(({ index }) => !history.hasUsed(keyName(channelId, index)));
  if (unused.length === 0) {
    const accepted = keys.filter(
      ({ index }) => history.demandedWait(keyName(channelId, index)) <= MAX_RETRY_AFTER_MS,
    );
    return accepted.length > 0 ? accepted : keys;
  }
  if (!circuits.anyOpen) return unused;
  const healthy = unused.filter(({ index }) => circuits.closed(keyName(channelId, index)));
  return healthy.length > 0 ? healthy : unused;
}
