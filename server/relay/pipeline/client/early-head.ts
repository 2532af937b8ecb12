import { streamHeaders } from './headers.js';
import { Pings } from './pings.js';
import { StreamBody } from './stream-body.js';
import type { RequestScope } from '../request-scope.js';
import type { Reserved } from '../stages.js';

/** When a stream without content gets its head, and how often it then gets a ping, in milliseconds. */
export interface EarlyHead {
  readonly afterMs: number;
  readonly everyMs: number;
}

/**
 * Sends the head of a stream, and pings, while the first content is awaited, so that clients and proxies that close silent
 * connections keep waiting. The client has received no part of a response then: other channels can still be tried. If all of
 * them fail, the error is an event of the stream, because the status has been sent.
 */
export function sendHeadEarly({ scope, params, exchange }: Reserved, { afterMs, everyMs }: EarlyHead): void {
  const { protocol, path, operation } = exchange;
  if (!params.stream || operation || protocol.asArray?.(path)) return;
  scope.earlyHead = setTimeout(() => {
    const { response, requestId } = exchange;
    if (scope.clientGone || scope.committed || response.headersSent) return;
    response.writeHead(200, streamHeaders(requestId, {}));
    scope.body = new StreamBody(response);
    scope.body.write(protocol.keepAlive);
    scope.pings = new Pings(scope.body, protocol.keepAlive, everyMs);
  }, afterMs);
}

/** The response begins, or there is none: no head is sent early any more. */
export function stopEarlyHead(scope: RequestScope): void {
  clearTimeout(scope.earlyHead);
  scope.earlyHead = undefined;
}
