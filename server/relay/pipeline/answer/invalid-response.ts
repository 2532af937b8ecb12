import { UpstreamError, type FailureText } from '../../../dialects/canonical/failure.js';

/** Texts by code; see `UpstreamFailure.text`. */
const TEXTS: Readonly<Partial<Record<string, FailureText>>> = {
  empty_answer: 'upstream_empty',
  stream_unreadable: 'upstream_unreadable',
  answer_unreadable: 'upstream_unreadable',
  stream_response_error: 'upstream_cut',
  answer_too_large: 'upstream_too_large',
  continuation_disagrees: 'upstream_no_continuation',
};

/** The response is unusable; another channel may be tried. */
export function invalidResponse(message: string, code = 'invalid_response'): UpstreamError {
  return new UpstreamError({
    status: 502,
    message,
    text: TEXTS[code] ?? 'upstream_invalid',
    kind: 'upstream_error',
    code,
    retryable: true,
    disables: false,
  });
}

/** Too many events of a stream are not valid events. */
export function tooMuchUnreadable(): UpstreamError {
  return invalidResponse('the stream cannot be read', 'stream_unreadable');
}

/** A stream stopped before its end without reporting an error. */
export const STREAM_STOPPED = invalidResponse(
  'the upstream ended the stream before the answer was complete',
  'stream_response_error',
);

/** The provider reports a complete response, but the arguments of a tool call in it are not. */
export function halfCall(): UpstreamError {
  return invalidResponse('the arguments of a tool call are incomplete', 'stream_response_error');
}

/** The provider reported an error in an event of the stream; nothing after that event is read. */
export class StreamedError extends UpstreamError {}

/** No content arrived within the time limit. */
export function late(): UpstreamError {
  return new UpstreamError({
    status: 504,
    message: 'the upstream did not begin to answer in time',
    text: 'upstream_timeout',
    kind: 'upstream_error',
    code: 'upstream_timeout',
    retryable: true,
    disables: false,
  });
}

/** A non-streaming response had begun, but was not whole within the time limit. */
export function unfinished(): UpstreamError {
  return new UpstreamError({
    ...late().failure,
    message: 'the upstream did not finish the answer in time',
    text: 'upstream_unfinished',
  });
}

/** A stream that had begun sent no further content within the time limit. */
export function silent(): UpstreamError {
  return new UpstreamError({
    ...late().failure,
    message: 'the upstream stopped sending the answer',
    text: 'upstream_silent',
  });
}

/** Reading or translating the response failed: it is nested too deeply, too long, or of an unknown format. */
export function unreadable(): UpstreamError {
  return invalidResponse('the answer cannot be read', 'answer_unreadable');
}

/** The response exceeds the size limit; the same channel would send it again. */
export function tooLarge(): UpstreamError {
  return invalidResponse('the answer is too large', 'answer_too_large');
}
