import type { OutgoingHttpHeaders } from 'node:http';
import type { UpstreamHeaders } from '../providers/provider.js';

/** Vendor headers that clients may see; identifiers of the operator's account are not among them (D2). */
const PASSED =
  /^(?:x-ratelimit-|anthropic-ratelimit-|openai-(?:processing-ms|version|model)|retry-after$|x-request-id$|request-id$)/;

/** Headers of every relay answer: request id, and open CORS without credentials (B1). */
export function relayHeaders(requestId: string): OutgoingHttpHeaders {
  return {
    'x-oneapi-request-id': requestId,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    'cache-control': 'no-cache',
  };
}

export function streamHeaders(requestId: string, upstream: UpstreamHeaders): OutgoingHttpHeaders {
  return copyPassed(
    {
      ...relayHeaders(requestId),
      'content-type': 'text/event-stream; charset=utf-8',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    },
    upstream,
  );
}

export function jsonHeaders(
  requestId: string,
  length: number,
  upstream: UpstreamHeaders = {},
): OutgoingHttpHeaders {
  return copyPassed(
    {
      ...relayHeaders(requestId),
      'content-type': 'application/json; charset=utf-8',
      'content-length': length,
    },
    upstream,
  );
}

function copyPassed(into: OutgoingHttpHeaders, upstream: UpstreamHeaders): OutgoingHttpHeaders {
  for (const name in upstream) if (PASSED.test(name)) into[name] = upstream[name];
  return into;
}
