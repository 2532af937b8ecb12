import type { ChannelKeyResponse } from '../../contract/resources/channels/channel-key.js';
import type { RoutableChannel } from '../channel-registry.js';
import { maskedKey } from './channel-keys.js';

/** All keys of a channel in the order of their lines, masked. */
export function channelKeysOf({
  keys,
  disabledKeys,
}: Pick<RoutableChannel, 'keys' | 'disabledKeys'>): ChannelKeyResponse[] {
  const inUse = keys.map(({ index, key, reference }) => ({
    index,
    masked: reference ?? maskedKey(key),
    enabled: true,
    reason: '',
    disabled_time: 0,
  }));
  const disabled = disabledKeys.map(({ index, key, reference, reason, disabledAt }) => ({
    index,
    masked: reference ?? maskedKey(key),
    enabled: false,
    reason,
    disabled_time: disabledAt,
  }));
  return [...inUse, ...disabled].toSorted((one, other) => one.index - other.index);
}
