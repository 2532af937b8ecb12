import type { Usage } from '../hub/usage.js';
import { endStream } from './array-framing.js';
import { clientError } from './client-error.js';
import type { Exchange, RelayContext } from './context.js';
import { jsonHeaders } from './headers.js';
import { UpstreamError } from '../hub/failure.js';

/** What a stream that stopped without a known problem is blamed on. */
const CUT = new UpstreamError({
  status: 502,
  message: 'the upstream ended the stream before the answer was complete',
  kind: 'upstream_error',
  code: 'stream_response_error',
  retryable: false,
  disables: false,
});

/** Sends the last bytes: the end of the answer, or the error in the client's own protocol. Nothing is sent after it. */
export function finish(context: RelayContext, charged: Usage | undefined): void {
  const { protocol, requestId } = context.exchange;
  if (context.clientGone) return;
  if (context.ending === 'complete' && context.complete && charged) return context.complete(charged);
  if (context.committed) {
    // Never a truncated answer that looks complete: one error event, no end marker.
    const told = clientError(context.problem ?? CUT, requestId);
    return endStream(
      context,
      context.errorShown ? undefined : (context.failed?.(told) ?? protocol.streamError(told)),
    );
  }
  answerError(context.exchange, context.problem);
}

/** The error as a whole answer, for requests that have not been answered in any part. */
export function answerError({ response, protocol, requestId }: Exchange, problem: unknown): void {
  const error = clientError(problem, requestId);
  const body = Buffer.from(JSON.stringify(protocol.error(error)));
  const headers = jsonHeaders(requestId, body.length);
  if (error.retryAfterSeconds !== undefined)
    headers.push('retry-after', String(Math.ceil(error.retryAfterSeconds)));
  response.writeHead(error.status, headers);
  response.end(body);
}
