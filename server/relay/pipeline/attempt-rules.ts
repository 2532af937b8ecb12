import type { RoutableChannel } from '../../channels/channel-registry.js';
import { UpstreamError, type UpstreamFailure } from '../../dialects/canonical/failure.js';
import type { OperationName } from '../../dialects/operations/operation.js';
import { SHORT_ORDER_MS } from '../routing/retry-after.js';
import type { AttemptServices } from './attempt-services.js';
import { known, type RelayContext } from './context.js';
import type { BrokenAnswer } from './continuation.js';
import { mayRetry } from './channel-health.js';

/** Is the same channel not asked again after this: did it take the whole of a time limit, or is its answer too large? */
export function isOnceOnly({ code, detail }: UpstreamFailure): boolean {
  return code === 'upstream_timeout' || code === 'answer_too_large' || detail === 'UND_ERR_CONNECT_TIMEOUT';
}

/** Operations that take minutes: their first byte is their end. */
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
 * How long the channel may take to begin while another could be asked: never more than half of the time that is left, so
 * that the other has as much.
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
 * Is this a failure that usually passes at once (a single 500, a broken connection, a short Retry-After), of a channel that
 * was in order until now? Then that channel is asked once more before another is.
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

/** May another channel finish what this one broke off? Not where the request itself is refused. */
export function mayBeFinished({ problem }: BrokenAnswer, { settings }: AttemptServices): boolean {
  if (!(problem instanceof UpstreamError)) return true;
  const { failure } = problem;
  return failure.status >= 500 || mayRetry(failure, failure.status, settings.current);
}
