import { UpstreamError } from '../../dialects/canonical/failure.js';

/** The answer cannot be used as one. Another channel may do better. */
export function invalidResponse(message: string, code = 'invalid_response'): UpstreamError {
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
  return invalidResponse('the stream cannot be read', 'stream_unreadable');
}

/** An event of the provider that reports an error inside a stream; nothing of the stream is read behind it. */
export class StreamedError extends UpstreamError {}

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

/** A stream that has begun and says nothing any more. */
export function silent(): UpstreamError {
  return new UpstreamError({ ...late().failure, message: 'the upstream stopped sending the answer' });
}

/** Reading or translating the answer failed: it is nested too deeply, too long, or of no known form. */
export function unreadable(): UpstreamError {
  return invalidResponse('the answer cannot be read', 'answer_unreadable');
}

/** The answer is larger than any that is read whole; the same channel would send it again. */
export function tooLarge(): UpstreamError {
  return invalidResponse('the answer is too large', 'answer_too_large');
}
