import type { ChannelValues } from './channel-form-values';
import type { Channel } from './channel.types';
import { readSetting } from './channel-setting';

/**
 * Would the stored key go somewhere else: has the channel another type, address or proxy? The server then wants the key
 * again, of everybody but super admins.
 */
export function hasMoved(stored: Channel, values: ChannelValues): boolean {
  return (
    stored.type !== values.type ||
    (stored.base_url ?? '') !== values.baseUrl.trim().replace(/\/+$/, '') ||
    proxyIn(stored.setting ?? '') !== proxyIn(values.setting)
  );
}

function proxyIn(setting: string): unknown {
  return readSetting(setting)?.proxy || '';
}
