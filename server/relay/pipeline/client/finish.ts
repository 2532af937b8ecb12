import { endStream } from './array-framing.js';
import { clientError } from './client-error.js';
import type { Answer } from '../attempt/attempt-result.js';
import type { Exchange, RequestScope } from '../request-scope.js';
import { stopEarlyHead } from './early-head.js';
import { jsonHeaders } from './headers.js';
import { STREAM_STOPPED } from '../answer/invalid-response.js';
import type { CompiledSettings } from '../settings.js';
import type { Settled } from '../settle/settle.js';

/**
 * Sends the last bytes: the end of the response, or the error in the client's own protocol. Nothing is sent after it.
 */
export function finish(
  scope: RequestScope,
  { ending, problem, sendEnd, renderFailure }: Answer,
  { usage, quota, defect }: Pick<Settled, 'usage' | 'quota' | 'defect'>,
  { quotaPerUsd }: Pick<CompiledSettings, 'quotaPerUsd'>,
): void {
  const { protocol, requestId, request, errorForm } = scope.exchange;
  stopEarlyHead(scope);
  scope.pings?.stop();
  if (scope.clientGone) return;
  if (ending === 'complete' && sendEnd && usage)
    return sendEnd(usage, quotaPerUsd === undefined ? undefined : quota / quotaPerUsd);
  const reason = problem ?? defect;
  if (!scope.committed && !scope.body) return answerError(scope.exchange, reason);
  // A truncated response must not look complete: one error event, no end marker.
  const error = clientError(
    reason ?? STREAM_STOPPED,
    requestId,
    protocol,
    request.headers['accept-language'],
    errorForm,
  );
  endStream(scope, renderFailure?.(error) ?? protocol.streamError(error));
}

/** The parts of an exchange that an error response needs. */
type Refused = Pick<Exchange, 'request' | 'response' | 'protocol' | 'requestId' | 'errorForm'>;

/** Sends the error as the whole response, for requests of which nothing has been answered yet. */
export function answerError(exchange: Refused, problem: unknown): void {
  exchange.response.end(errorHead(exchange, problem));
}

/**
 * Like `answerError`, for a request whose body will not be read: closes the connection after the response. Closing while
 * bytes arrive resets the connection, and a client that is still sending would lose the response, so incoming bytes are
 * read and dropped for a short time first.
 */
export function answerErrorUnread(exchange: Refused, problem: unknown): void {
  const { request, response } = exchange;
  response.write(errorHead(exchange, problem, ['connection', 'close']));
  let dropped = 0;
  const close = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(close, LINGER_MS);
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > LINGER_BYTES) close();
  });
  request.once('end', close);
  request.once('close', close);
}

/** How long (milliseconds) and how much (bytes) of an unread body is dropped before its connection is closed. */
const LINGER_MS = 2000;
const LINGER_BYTES = 16 * 1024 * 1024;

/** Writes status and headers. @returns the body that belongs to them */
function errorHead(
  { request, response, protocol, requestId, errorForm }: Refused,
  problem: unknown,
  more: readonly string[] = [],
): Buffer {
  const error = clientError(problem, requestId, protocol, request.headers['accept-language'], errorForm);
  const body = Buffer.from(JSON.stringify(protocol.error(error)));
  const headers = jsonHeaders(requestId, body.length);
  if (error.retryAfterSeconds !== undefined)
    headers.push('retry-after', String(Math.ceil(error.retryAfterSeconds)));
  headers.push(...more);
  response.writeHead(error.status, headers);
  return body;
}
