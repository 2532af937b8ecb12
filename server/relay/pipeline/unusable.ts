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

/** Too many events of a stream are none. */
export function tooMuchUnreadable(): UpstreamError {
  return unusable('the stream cannot be read', 'stream_unreadable');
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
