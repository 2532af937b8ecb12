import type { ChannelValues } from './channel-values';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import { readSetting } from './channel-setting';

/**
 * True if the stored key would be sent to another destination: channel type, address, proxy, paths or headers changed. The server then
 * requires the key again, except from super admins.
 */
export function hasMoved(stored: ChannelResponse, values: ChannelValues): boolean {
  return (
    stored.type !== values.type ||
    (stored.base_url ?? '').replace(/\/+$/, '') !== values.baseUrl.trim().replace(/\/+$/, '') ||
    waysIn(stored.setting ?? '') !== waysIn(values.setting)
  );
}

/** Proxy, paths and headers. */
function waysIn(setting: string): string {
  const { proxy, upstream } = readSetting(setting) ?? {};
  return JSON.stringify([proxy || '', upstream]);
}
