import type { UpstreamHeaders } from '../../../dialects/kit/provider.js';

/** Provider headers that clients may see; those that identify the operator's account are excluded. */
const PASSED =
  /^(?:x-ratelimit-|anthropic-ratelimit-|openai-(?:processing-ms|version|model)|retry-after$|x-request-id$|request-id$)/;
/** Most header names cached. Providers send the same few names, but names that differ each time must not fill memory. */
const REMEMBERED = 1000;
const passedNames = new Map<string, boolean>();

/** Alternating names and values, which Node writes without further processing. */
export type RawHeaders = (string | string[])[];

/** Headers of every relay response: request id, and open CORS without credentials. */
export function relayHeaders(requestId: string): Record<string, string> {
  return {
    'x-oneapi-request-id': requestId,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    'cache-control': 'no-cache',
  };
}

/** @param contentType of a body that is passed on as it arrives; server-sent events by default */
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
