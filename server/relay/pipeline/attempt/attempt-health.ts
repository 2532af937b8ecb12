import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { operatorText, UpstreamError, type UpstreamFailure } from '../../../dialects/canonical/failure.js';
import { isKeyTrouble, keyName } from '../../routing/keys.js';
import type { Answer, Attempt, Failed, Interrupted } from './attempt-result.js';
import type { AttemptServices } from './attempt-services.js';
import type { Ending } from '../settle/endings.js';
import { mappedStatus, mayRetry, mustDisable } from './channel-health.js';
import { masked } from './mask-secrets.js';
import { STREAM_STOPPED } from '../answer/invalid-response.js';
import type { Outcome } from '../answer/outcome.js';

/** Endings that count as a failure of the channel although the client received part of the response. */
const BROKEN_ENDINGS = new Set<Ending | undefined>([
  'cut-by-upstream',
  'stalled',
  'malformed',
  'upstream-error',
]);

/** Reports to the channel's circuit how a response that had begun ended. */
export function reportAnswer(
  channel: RoutableChannel,
  outcome: Outcome,
  { ending, problem }: Answer,
  services: AttemptServices,
): void {
  if (ending === 'complete') succeeded(channel, outcome, services);
  else if (BROKEN_ENDINGS.has(ending)) failed(channel, outcome, failureOf(problem), services);
}

/** Records an interrupted response as a failed attempt of its channel. */
export function recordInterruption(
  attempt: Attempt,
  { problem, outcome }: Interrupted,
  services: AttemptServices,
): void {
  const failure = failureOf(problem);
  addFailure(attempt, failure, outcome);
  failed(attempt.channel, outcome, failure, services);
}

function failureOf(problem: unknown): UpstreamFailure {
  return problem instanceof UpstreamError ? problem.failure : STREAM_STOPPED.failure;
}

function addFailure(
  { channel, key, history, begunAt }: Attempt,
  failure: UpstreamFailure,
  { firstDataMs }: Outcome,
): void {
  const { status, code, detail } = failure;
  const firstTokenMs = history.sinceCall(firstDataMs);
  history.addFailure({
    channelId: channel.id,
    keyIndex: key.index,
    status,
    code,
    ...(detail !== undefined && { detail }),
    ms: Math.round(performance.now() - begunAt),
    ...(firstTokenMs !== undefined && { first_token_ms: firstTokenMs }),
    isOfRequest: isOfRequest(failure),
  });
}

/** Statuses that name what is wrong with a request: https://www.rfc-editor.org/rfc/rfc9110#section-15.5 */
const OF_REQUEST: ReadonlySet<number> = new Set([400, 405, 406, 409, 411, 413, 414, 415, 416, 422, 431, 451]);

/** Whether the provider refused the request itself, which other channels would do too. */
export function isOfRequest({ status, retryable, disables }: UpstreamFailure): boolean {
  return OF_REQUEST.has(status) && !retryable && !disables;
}

function succeeded(
  channel: RoutableChannel,
  { key: { index }, upstreamModel }: Outcome,
  services: AttemptServices,
): void {
  services.circuits.succeeded(channel, upstreamModel);
  if (channel.keys.length > 1) services.keyCircuits.succeeded(keyName(channel.id, index));
}

/** A failure of one key counts for the channel only when the circuits of all its keys are open. */
function failed(
  channel: RoutableChannel,
  { key: { index }, upstreamModel }: Outcome,
  failure: UpstreamFailure,
  { circuits, keyCircuits }: AttemptServices,
): void {
  const { id, keys } = channel;
  if (keys.length > 1 && isKeyTrouble(failure)) {
    keyCircuits.failed(keyName(id, index), failure);
    if (keys.some((key) => keyCircuits.closed(keyName(id, key.index)))) return;
  }
  circuits.failed(channel, upstreamModel, failure);
}

/**
 * Records a failed attempt and reports a broken channel or key.
 * @returns the failure as the client sees it: without secrets of the channel, with its mapped status
 */
export function judge(attempt: Attempt, result: Failed, services: AttemptServices): Failed {
  const { problem, outcome } = result;
  if (!(problem instanceof UpstreamError) || !outcome) return result;
  const { channel } = attempt;
  const { current: settings } = services.settings;
  // Keywords are matched against the provider's original text; everything that is stored or shown is masked.
  const isBroken = mustDisable(problem.failure, settings, attempt.request.body);
  const failure = masked(problem.failure, channel);
  addFailure(attempt, failure, outcome);
  failed(channel, outcome, failure, services);
  const { reference } = outcome.key;
  if (reference !== undefined && failure.status === 401) services.reportRejected(reference);
  if (isBroken) services.reportBroken(channel.id, outcome.key.index, operatorText(failure));
  const status = mappedStatus(failure.status, channel.statusCodeMapping);
  return {
    ...result,
    problem: new UpstreamError({ ...failure, status }),
    // The work would be paid for twice.
    isRetryable: outcome.awaitsWork !== true && mayRetry(failure, status, settings),
  };
}
