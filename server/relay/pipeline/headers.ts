import type { UpstreamHeaders } from '../../dialects/providers/provider.js';

/** Vendor headers that clients may see; identifiers of the operator's account are not among them (D2). */
const PASSED =
  /^(?:x-ratelimit-|anthropic-ratelimit-|openai-(?:processing-ms|version|model)|retry-after$|x-request-id$|request-id$)/;
/** Vendors send the same few names every time; names nobody sends twice must not fill the memory. */
const REMEMBERED = 1000;
const passedNames = new Map<string, boolean>();

/** Names and values in turn, as Node writes them without looking at them again. */
export type RawHeaders = (string | string[])[];

/** Headers of every relay answer: request id, and open CORS without credentials (B1). */
export function relayHeaders(requestId: string): Record<string, string> {
  return {
    'x-oneapi-request-id': requestId,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    'cache-control': 'no-cache',
  };
}

/** @param contentType of a body that is passed on while it comes; events unless said */
export function streamHeaders(
  requestId: string,
  upstream: UpstreamHeaders,
  contentType = 'text/event-stream; charset=utf-8',
): RawHeaders {
  const headers = rawRelayHeaders(requestId);
  headers.push('content-type', contentType, 'connection', 'keep-alive', 'x-accel-buffering', 'no');
  return pushPassed(headers, upstream);
}

/** @param length bytes of the body */
export function jsonHeaders(requestId: string, length: number, upstream: UpstreamHeaders = {}): RawHeaders {
  return wholeHeaders(requestId, length, upstream);
}

/** @param length bytes of the body */
export function wholeHeaders(
  requestId: string,
  length: number,
  upstream: UpstreamHeaders,
  contentType = 'application/json; charset=utf-8',
): RawHeaders {
  const headers = rawRelayHeaders(requestId);
  headers.push('content-type', contentType, 'content-length', String(length));
  return pushPassed(headers, upstream);
}

function rawRelayHeaders(requestId: string): RawHeaders {
  return [
    'x-oneapi-request-id',
    requestId,
    'access-control-allow-origin',
    '*',
    'access-control-expose-headers',
    '*',
    'cache-control',
    'no-cache',
  ];
}

function pushPassed(into: RawHeaders, upstream: UpstreamHeaders): RawHeaders {
  for (const name in upstream) {
    const value = upstream[name];
    if (value !== undefined && isPassed(name)) into.push(name, value);
  }
  return into;
}

function isPassed(name: string): boolean {
  let passed = passedNames.get(name);
  if (passed === undefined) {
    passed = PASSED.test(name);
    if (passedNames.size < REMEMBERED) passedNames.set(name, passed);
  }
  return passed;
}
