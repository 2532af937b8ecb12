import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError, type UpstreamFailure } from '../../../dialects/canonical/failure.js';
import type { OperationName } from '../../../dialects/operations/operation.js';
import { MAX_RETRY_AFTER_MS } from '../../routing/retry-after.js';
import type { Failed, Interrupted } from './attempt-result.js';
import type { AttemptServices } from './attempt-services.js';
import { mayRetry } from './channel-health.js';
import { channelsDrained, notServed } from '../plan/channel-order.js';
import { dialectOf, providerOfRequested } from './channel-provider.js';
import type { Reserved } from '../stages.js';

/** How long a channel may take to begin, in milliseconds. */
export interface StartLimits {
  /** To the first content of a stream; undefined = the general limit. */
  readonly firstTokenMs: number | undefined;
  /** To the first byte of a non-streaming response that is not blank; undefined = only the request's deadline. */
  readonly firstByteMs: number | undefined;
  /** To the end of a non-streaming response, where `firstByteMs` is defined. */
  readonly wholeMs: number;
}

const GENERAL_LIMITS: StartLimits = { firstTokenMs: undefined, firstByteMs: undefined, wholeMs: Infinity };

/** Share of the time left that a channel may take while another could be tried. Below a half, which the other one gets. */
const SHARE_OF_TIME_LEFT = 0.48;

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
 * Limits how long the channel may take to begin, or without streaming to end, while another could be tried: less than half
 * of the time left, so that the other channel has at least as much.
 */
export function startLimits(
  { scope, exchange: { operation } }: Reserved,
  channel: RoutableChannel,
  hasOthers: boolean,
  services: AttemptServices,
): StartLimits {
  if (!hasOthers) return GENERAL_LIMITS;
  const wholeMs = scope.timeLeft() * SHARE_OF_TIME_LEFT;
  return {
    firstTokenMs: Math.min(services.firstTokenMs(channel), wholeMs),
    firstByteMs: SLOW.has(operation?.name) ? undefined : Math.min(services.firstByteMs(), wholeMs),
    wholeMs,
  };
}

/** Whether the same channel is not retried: it used up a whole time limit, or its response is too large. */
export function isOnceOnly({ code, detail }: UpstreamFailure): boolean {
  return code === 'upstream_timeout' || code === 'answer_too_large' || detail === 'UND_ERR_CONNECT_TIMEOUT';
}

/**
 * Whether this failure is usually transient (a single 500, a broken connection, a short Retry-After) and the channel
 * worked until now. Such a channel is tried once more before any other.
 */
export function isTransient(
  { problem, outcome }: Failed,
  channel: RoutableChannel,
  { circuits }: AttemptServices,
): boolean {
  if (!(problem instanceof UpstreamError) || !outcome) return false;
  const { status, connection, retryAfterSeconds } = problem.failure;
  if (circuits.failing(channel, outcome.upstreamModel)) return false;
  if (retryAfterSeconds !== undefined)
    return status === 429 && retryAfterSeconds * 1000 <= MAX_RETRY_AFTER_MS;
  return status === 500 || connection === 'broken';
}

/** Whether a response to this request can be finished by another channel: it is text, as the client sees it. */
export function isContinuable({ exchange: { operation, protocol }, body }: Reserved): boolean {
  return !operation && !protocol.compacts?.(body);
}

/** Whether another channel may finish an interrupted response: not if the failure rejects the request itself. */
export function mayBeFinished({ problem }: Interrupted, { settings }: AttemptServices): boolean {
  if (!(problem instanceof UpstreamError)) return true;
  const { failure } = problem;
  return failure.status >= 500 || mayRetry(failure, failure.status, settings.current);
}

/** Whether this error means that the channel's dialect has no way to express the request. */
export function isNotExpressible({ scope, exchange }: Reserved, problem: unknown): problem is ApiError {
  if (!(problem instanceof ApiError) || scope.committed || exchange.serves) return false;
  return problem.code === 'unsupported_parameter' || problem.code === 'convert_request_failed';
}

/**
 * The remaining candidates for a request that the given channel cannot express: channels with the client's native
 * protocol; for operations, channels of another provider.
 */
export function hasOtherDialect(
  { exchange: { operation, protocol }, params: { model } }: Reserved,
  channel: RoutableChannel,
): (other: RoutableChannel) => boolean {
  if (!operation) return (other) => providerOfRequested(other, model)?.native[protocol.name] !== undefined;
  const dialect = dialectOf(channel, model);
  return (other) => dialectOf(other, model) !== dialect;
}

/** The error when no candidate is left. @param waitMs until a full channel may have room; Infinity when none was full */
export function noChannelLeft({ plan: { group, model, routes } }: Reserved, waitMs: number): ApiError {
  const { drainedUntil } = routes;
  if (waitMs === Infinity && drainedUntil > 0) return channelsDrained(group, model, drainedUntil);
  if (waitMs === Infinity && routes.unfit) return notServed(group, model);
  if (waitMs === Infinity) return new ApiError('model_not_found', { group, model });
  return new ApiError('channels_full', {}, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}
