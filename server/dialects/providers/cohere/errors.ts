import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { failure, statusFailure } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';
import { cohereFacts } from './facts.js';

/** The monthly limit of a trial key, as opposed to its limits per minute. */
const MONTHLY = /trial key.*month/i;
/** Blocked content: https://docs.cohere.com/reference/chat */
const BLOCKED = 498;

/** Parses a response whose status is not 2xx: `{"message":"…"}` (https://docs.cohere.com/reference/errors). */
export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const failed = statusFailure(status, headers, body, mayRetry, cohereFacts.tooLong);
  if (status === BLOCKED) return { ...failed, code: 'content_filter' };
  if (status === 429 && MONTHLY.test(failed.message))
    return { ...failed, code: 'insufficient_quota', disables: true };
  return failed;
}

/**
 * The failure in a 2xx response or in an event of a stream; undefined if there is none.
 * @param ended the response, or the `delta` of its last event
 */
export function innerError(body: UnknownRecord, ended: UnknownRecord): UpstreamFailure | undefined {
  // Responses have their message in an object of this name.
  if (typeof body.message === 'string') return failureOf(body.message, 502);
  const { error } = ended;
  const message = text(error) || text(record(error).message);
  if (message === '' && !isRecord(error)) return undefined;
  return failureOf(message || 'the generation failed', 502);
}

function failureOf(message: string, status: number): UpstreamFailure {
  return failure({ message, kind: '', code: '' }, status, mayRetry);
}

function mayRetry(status: number): boolean {
  return ![400, 408, BLOCKED, 504, 524].includes(status);
}
