import { ROLES } from '../core/http/account.js';
import { ApiError } from '../core/api-error.js';
import { baseUrlOf } from './base-urls.js';
import type { ChannelActor } from './channel-audit.js';
import { readSetting, UnreadableColumn } from './channel-settings.js';
import type { Channel } from './channel.entity.js';

/** What decides where a channel's key goes. */
export type Destination = Pick<Channel, 'type' | 'baseUrl' | 'setting'>;

/**
 * Keys can be written and never read. Whoever could send a stored one to an address of their own would read it, so a
 * channel gets another type, address or proxy only together with its key, or by a super admin. The whole address counts:
 * many gateways tell their customers apart by its path.
 * @throws Refusal channel_key_needed
 */
export function checkDestination(
  actor: ChannelActor,
  before: Destination,
  after: Destination,
  key: string | undefined,
): void {
  if (actor.role >= ROLES.root || key !== undefined) return;
  if (placeOf(before) !== placeOf(after)) throw new ApiError('channel_key_needed');
}

function placeOf({ type, baseUrl, setting }: Destination): string {
  // Imported rows may end in a slash, which every edit takes away.
  const address = baseUrl.replace(/\/+$/, '') || baseUrlOf(type);
  return JSON.stringify([type, address, proxyOf(setting)]);
}

/** Imported rows may hold anything; the relay does not use such a channel at all. */
function proxyOf(setting: string | null): string {
  try {
    return readSetting(setting).proxy ?? '';
  } catch (error) {
    if (error instanceof UnreadableColumn) return '';
    throw error;
  }
}
