import { table } from '../table.js';
import { TOO_LONG_CODE, type UpstreamFailure } from '../../canonical/failure.js';
import {
  failure,
  readErrorEvent,
  readProviderError,
  statusFailure,
  type ProviderError,
} from '../provider-error.js';
import type { ProviderFacts } from '../facts/provider-facts.js';
import { openaiFacts } from './default-facts.js';
import { isRecord, record, type UnknownRecord } from '../../json/lenient.js';
import type { UpstreamHeaders } from '../provider.js';

export function readError(
  status: number,
  headers: UpstreamHeaders,
  body: string,
  facts = openaiFacts,
): UpstreamFailure {
  return facts.failures.adjusted(statusFailure(status, headers, body, mayRetry, facts.tooLong));
}

/**
 * The error inside a 200 response or a stream frame; undefined if there is none. A null, false or empty `error` is ignored,
 * because some providers send it on every response.
 */
export function innerError(body: UnknownRecord, facts = openaiFacts): UpstreamFailure | undefined {
  const { error } = body;
  const present = isRecord(error) ? Object.keys(error).length > 0 : typeof error === 'string' && error !== '';
  const code = record(body.base_resp).status_code;
  if (!present && !(typeof code === 'number' && code !== 0)) return undefined;
  return failureOf(readProviderError(body), facts);
}

/** The failure of an `event: error` frame, which some providers send without an `error` member. */
export function eventError(data: string, facts = openaiFacts): UpstreamFailure {
  return failureOf(readErrorEvent(data), facts);
}

function failureOf(error: ProviderError | undefined, { failures, tooLong }: ProviderFacts): UpstreamFailure {
  return failures.adjusted(failure(error, innerStatus(error), mayRetry, tooLong));
}

/** Bad requests and timeouts are not retried on another channel. The pipeline also applies status_code_mapping. */
function mayRetry(status: number): boolean {
  return ![400, 408, 504, 524].includes(status);
}

/** HTTP status of an error inside a 200 response. An unknown error is a bad gateway, never a success. */
function innerStatus(error: ProviderError | undefined): number {
  const number = Number(error?.code);
  if (Number.isInteger(number) && number >= 400 && number <= 599) return number;
  return statuses[error?.code ?? ''] ?? statuses[error?.kind ?? ''] ?? 502;
}

const statuses = table<number>({
  invalid_api_key: 401,
  account_deactivated: 401,
  authentication_error: 401,
  permission_error: 403,
  insufficient_quota: 429,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  [TOO_LONG_CODE]: 400,
  content_policy_violation: 400,
  content_filter: 400,
  invalid_request_error: 400,
  model_not_found: 404,
  overloaded_error: 529,
});
