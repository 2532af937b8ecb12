import type { CanonicalEvent, CanonicalResponse, FinishReason } from './events.js';
import { UpstreamError, type UpstreamFailure } from './failure.js';

/** What a provider's finish reason means: how the response ended, or that the provider could not complete it. */
export type FinishClass = FinishReason | 'broken';

/** The finish reasons that one API documents, by the provider's value. */
export type FinishReasons = Readonly<Record<string, FinishClass>>;

type Finish = CanonicalResponse['finish'];

/** How a stream ends: with its finish, or with a failure of the provider. */
export type EndEvent = Extract<CanonicalEvent, { type: 'finish' | 'error' }>;

/**
 * The finish that a response reports; a failure if the provider broke it off.
 * @param reason as classified by the provider's table; a value that no table lists is `broken`
 * @param callsTools whether the response has tool calls; some providers report `stop` for them
 */
export function finishOf(reason: FinishClass, raw: string, callsTools: boolean): Finish | UpstreamFailure {
  if (reason === 'broken') return brokenOff(raw);
  return { reason: reason === 'stop' && callsTools ? 'tool-calls' : reason, raw: raw || undefined };
}

/** The event that ends a stream; see `finishOf`. */
export function finishEvent(reason: FinishClass, raw: string, callsTools: boolean): EndEvent {
  return endEvent(finishOf(reason, raw, callsTools));
}

export function endEvent(finish: Finish | UpstreamFailure): EndEvent {
  return 'status' in finish ? { type: 'error', failure: finish } : { type: 'finish', ...finish };
}

/** The finish of a whole response; see `finishOf`. @throws UpstreamError if the provider broke it off */
export function requireFinish(reason: FinishClass, raw: string, callsTools: boolean): Finish {
  return finishOrThrow(finishOf(reason, raw, callsTools));
}

/** @throws UpstreamError for a failure */
export function finishOrThrow(finish: Finish | UpstreamFailure): Finish {
  if ('status' in finish) throw new UpstreamError(finish);
  return finish;
}

/**
 * The failure of a response that its provider could not complete: what it sent is only the beginning of one.
 * @param reason what the response ended with, as the provider reports it
 */
export function brokenOff(reason: string): UpstreamFailure {
  return {
    status: 502,
    message: `the response ended with ${reason}`,
    text: 'upstream_cut',
    kind: 'upstream_error',
    code: 'stream_response_error',
    retryable: true,
    disables: false,
  };
}
