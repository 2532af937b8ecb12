import type { RoutableChannel } from '../../channels/channel-registry.js';
import { UpstreamError, type UpstreamFailure } from '../../dialects/canonical/failure.js';
import type { OperationName } from '../../dialects/operations/operation.js';
import { SHORT_ORDER_MS } from '../routing/retry-after.js';
import type { AttemptServices } from './attempt-services.js';
import { known, type RelayContext } from './context.js';
import type { BrokenAnswer } from './continuation.js';
import { mayRetry } from './channel-health.js';

/** Whether the same channel is not retried: it used up a whole time limit, or its response is too large. */
export function isOnceOnly({ code, detail }: UpstreamFailure): boolean {
  return code === 'upstream_timeout' || code === 'answer_too_large' || detail === 'UND_ERR_CONNECT_TIMEOUT';
}

/** Operations that take minutes and send their first byte only when they are done. */
const SLOW = new Set<OperationName | undefined>([
  'image-generation',
  'image-edit',
  'predict',
  'speech',
  'transcription',
  'translation',
  'compact',
]);

/**
 * Limits how long the channel may take to begin while another could be tried: at most half of the time left, so that the
 * other channel has as much.
 */
export function limitTimes(
  context: RelayContext,
  channel: RoutableChannel,
  hasOthers: boolean,
  services: AttemptServices,
): void {
  const { operation } = context.exchange;
  const half = context.timeLeft() / 2;
  context.firstTokenMs = hasOthers ? Math.min(services.firstTokenMs(channel), half) : undefined;
  context.firstByteMs =
    hasOthers && !SLOW.has(operation?.name) ? Math.min(services.firstByteMs(), half) : undefined;
}

/**
 * Whether this failure is usually transient (a single 500, a broken connection, a short Retry-After) and the channel
 * worked until now. Such a channel is tried once more before any other.
 */
export function isPassing(
  context: RelayContext,
  channel: RoutableChannel,
  problem: unknown,
  { circuits }: AttemptServices,
): boolean {
  if (!(problem instanceof UpstreamError) || context.committed || context.broken) return false;
  const { status, connection, retryAfterSeconds } = problem.failure;
  if (circuits.failing(channel, known(context.outcome).upstreamModel)) return false;
  if (retryAfterSeconds !== undefined) return status === 429 && retryAfterSeconds * 1000 <= SHORT_ORDER_MS;
  return status === 500 || connection === 'broken';
}

/** Whether another channel may finish an interrupted response: not if the failure rejects the request itself. */
export function mayBeFinished({ problem }: BrokenAnswer, { settings }: AttemptServices): boolean {
  if (!(problem instanceof UpstreamError)) return true;
  const { failure } = problem;
  return failure.status >= 500 || mayRetry(failure, failure.status, settings.current);
}
