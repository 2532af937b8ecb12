import { table } from '../../kit/table.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import {
  failure,
  readErrorEvent,
  readProviderError,
  statusFailure,
  type ProviderError,
} from '../../kit/provider-error.js';
import { isRecord, type UnknownRecord } from '../../json/lenient.js';
import type { UpstreamHeaders } from '../../kit/provider.js';
import { anthropicFacts } from './facts.js';

export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  return statusFailure(status, headers, body, mayRetry, anthropicFacts.tooLong);
}

/** The error inside a 200 response or a stream event; undefined if there is none. */
export function innerError(body: UnknownRecord): UpstreamFailure | undefined {
  if (body.type !== 'error' && !isRecord(body.error)) return undefined;
  return failureOf(readProviderError(body));
}

/** The failure of an `event: error` frame, whatever its data. */
export function eventError(data: string): UpstreamFailure {
  return failureOf(readErrorEvent(data));
}

function failureOf(error: ProviderError | undefined): UpstreamFailure {
  return failure(error, statuses[error?.kind ?? ''] ?? 502, mayRetry, anthropicFacts.tooLong);
}

/** Unlike other providers, Anthropic reports many account problems as 400, so another channel may succeed after a 400. */
function mayRetry(status: number): boolean {
  return ![408, 504, 524].includes(status);
}

const statuses = table<number>({
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
});
