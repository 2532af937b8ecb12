import { Role } from '../contract/enums.js';
import { ApiError } from '../contract/errors/api-error.js';
import { baseUrlOf } from '../dialects/providers/registry.js';
import type { ChannelActor } from './channel-audit.js';
import { readSetting, UnreadableColumn } from './channel-settings.js';
import type { Channel } from './channel.entity.js';

/** The columns that decide where a channel's key is sent. */
export type Destination = Pick<Channel, 'type' | 'baseUrl' | 'setting'>;

/**
 * Stored keys can be written but not read. An administrator who could redirect a channel to an own address could read its
 * key, so changing type, address, proxy, paths or headers requires the key again or a super administrator. The whole URL counts, because
 * many gateways identify customers by path.
 * @throws ApiError channel_key_required
 */
export function checkDestination(
  actor: ChannelActor,
  before: Destination,
  after: Destination,
  key: string | undefined,
): void {
  if (actor.role >= Role.root || key !== undefined) return;
  if (placeOf(before) !== placeOf(after)) throw new ApiError('channel_key_required');
}

function placeOf({ type, baseUrl, setting }: Destination): string {
  // Imported rows may end in a slash, which every edit removes.
  const address = baseUrl.replace(/\/+$/, '') || baseUrlOf(type);
  return JSON.stringify([type, address, ...waysOf(setting)]);
}

/** Proxy, paths and headers. Imported rows may contain invalid JSON; the relay ignores such channels. */
function waysOf(setting: string | null): unknown[] {
  try {
    const { proxy = '', upstream } = readSetting(setting);
    return [proxy, upstream];
  } catch (error) {
    if (error instanceof UnreadableColumn) return [];
    throw error;
  }
}
