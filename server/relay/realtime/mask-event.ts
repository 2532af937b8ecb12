import type { RoutableChannel } from '../../channels/channel-registry.js';
import { isRecord, record, type UnknownRecord } from '../../dialects/json/lenient.js';
import { maskSecrets } from '../pipeline/attempt/mask-secrets.js';
import type { RealtimeEvent } from './events.js';

/**
 * Returns an upstream error event with the channel's secrets masked; undefined for every other event, which passes
 * unchanged. Errors are in `error` (`error`, `….failed`) and in `response.status_details.error` (`response.done`):
 * https://platform.openai.com/docs/api-reference/realtime-server-events
 */
export function maskedErrorEvent(event: RealtimeEvent, channel: RoutableChannel): string | undefined {
  if (event.type === 'error' || event.type.endsWith('.failed')) {
    const whole = event.whole();
    return isRecord(whole.error)
      ? JSON.stringify({ ...whole, error: masked(whole.error, channel) })
      : undefined;
  }
  if (event.type !== 'response.done') return undefined;
  const whole = event.whole();
  const response = record(whole.response);
  const details = record(response.status_details);
  if (!isRecord(details.error)) return undefined;
  const error = masked(details.error, channel);
  return JSON.stringify({
    ...whole,
    response: { ...response, status_details: { ...details, error } },
  });
}

function masked(error: UnknownRecord, channel: RoutableChannel): UnknownRecord {
  return Object.fromEntries(
    Object.entries(error).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskSecrets(value, channel) : value,
    ]),
  );
}
