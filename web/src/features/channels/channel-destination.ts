import type { ChannelValues } from './channel-form-values';
import type { ChannelResponse } from '#contract/resources/channel';
import { readSetting } from './channel-setting';

/**
 * True if the stored key would be sent to another destination: channel type, address or proxy changed. The server then
 * requires the key again, except from super admins.
 */
export function hasMoved(stored: ChannelResponse, values: ChannelValues): boolean {
  return (
    stored.type !== values.type ||
    (stored.base_url ?? '').replace(/\/+$/, '') !== values.baseUrl.trim().replace(/\/+$/, '') ||
    proxyIn(stored.setting ?? '') !== proxyIn(values.setting)
  );
}

function proxyIn(setting: string): unknown {
  return readSetting(setting)?.proxy || '';
}
