import type { RoutableChannel } from '../../../channels/channel-registry.js';
import type { ChannelKey } from '../../../channels/keys/channel-keys.js';
import type { Admitted } from '../../routing/admission.js';
import { otherKeyFor } from '../../routing/keys.js';
import type { AttemptHistory } from './attempt-history.js';
import type { Skipped } from './attempt-result.js';
import type { AttemptServices } from './attempt-services.js';
import type { Reserved } from '../stages.js';

/** The request may be sent to the channel with this key. */
interface ChannelAdmission {
  readonly kind: 'admitted';
  readonly key: ChannelKey;
  /** Undefined where the channel has no limits. */
  readonly admitted: Admitted | undefined;
}

/** Admits the request to a channel, with the preferred key while that has room. */
export async function admit(
  request: Reserved,
  history: AttemptHistory,
  channel: RoutableChannel,
  preferred: ChannelKey,
  { admission, keyCircuits }: AttemptServices,
): Promise<ChannelAdmission | Skipped> {
  if (!channel.setting.limits && !channel.setting.keyLimits)
    return { kind: 'admitted', key: preferred, admitted: undefined };
  const tokens = request.plan.promptTokens + (request.params.maxTokens ?? 0);
  const full: ChannelKey[] = [];
  let waitMs = Infinity;
  for (
    let key: ChannelKey | undefined = preferred;
    key;
    key = otherKeyFor(request, history, channel, keyCircuits, full)
  ) {
    const entered = await admission.enter(request.exchange.requestId, channel, key.index, tokens);
    if (!entered || 'scopes' in entered) return { kind: 'admitted', key, admitted: entered };
    if (!entered.ofKey) return { kind: 'skipped', waitMs: entered.waitMs };
    full.push(key);
    waitMs = Math.min(waitMs, entered.waitMs);
  }
  return { kind: 'skipped', waitMs };
}
