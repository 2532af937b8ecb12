import { UpstreamError } from '../hub/failure.js';

/** The answer cannot be used as one. Another channel may do better. */
export function unusable(message: string, code = 'invalid_response'): UpstreamError {
  return new UpstreamError({
    status: 502,
    message,
    kind: 'upstream_error',
    code,
    retryable: true,
    disables: false,
  });
}

/** Nothing that means anything came within the limit. */
export function late(): UpstreamError {
  return new UpstreamError({
    status: 504,
    message: 'the upstream did not begin to answer in time',
    kind: 'upstream_error',
    code: 'upstream_timeout',
    retryable: true,
    disables: false,
  });
}
