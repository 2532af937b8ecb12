import type { UpstreamHeaders } from '../../../dialects/kit/provider.js';
import { definitionOf } from '../../../dialects/providers/registry.js';

/** Provider headers that clients may see; those that identify the operator's account are excluded. */
const PASSED =
  /^(?:x-ratelimit-|anthropic-ratelimit-|openai-(?:processing-ms|version|model)|retry-after$|x-request-id$|request-id$)/;
/** Most header names cached. Providers send the same few names, but names that differ each time must not fill memory. */
const REMEMBERED = 1000;
const passedNames = new Map<string, boolean>();

/** Alternating names and values, which Node writes without further processing. */
export type RawHeaders = (string | string[])[];

/** The gateway's id of the request, by which it is found in the usage log. */
const REQUEST_ID = 'x-oneapi-request-id';
/** Where clients of OpenAI's API expect it: that of the provider, if it sends one. */
const CLIENT_REQUEST_ID = 'x-request-id';

/** A provider's body is what its type says, and no page has it in a frame: some can be opened from the address bar. */
const NOT_SNIFFED = ['x-content-type-options', 'nosniff'] as const;
const NOT_FRAMED = ['content-security-policy', "frame-ancestors 'none'"] as const;

/** Headers of every relay response: request id, open CORS without credentials, and how browsers treat the body. */
export function relayHeaders(requestId: string): Record<string, string> {
  return {
    [REQUEST_ID]: requestId,
    [CLIENT_REQUEST_ID]: requestId,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    'cache-control': 'no-cache',
    [NOT_SNIFFED[0]]: NOT_SNIFFED[1],
    [NOT_FRAMED[0]]: NOT_FRAMED[1],
  };
}

/** @param contentType of a body that is passed on as it arrives; server-sent events by default */
export function streamHeaders(
  requestId: string,
  upstream: UpstreamHeaders,
  contentType = 'text/event-stream; charset=utf-8',
): RawHeaders {
  const headers = rawRelayHeaders(requestId, upstream);
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
  const headers = rawRelayHeaders(requestId, upstream);
  headers.push('content-type', contentType, 'content-length', String(length));
  return pushPassed(headers, upstream);
}

/**
 * Adds what the response cost and who made it.
 * @param cost US dollars; undefined where clients are not told
 * @param channelType number of the channel's type
 */
export function pushCharge(headers: RawHeaders, cost: number | undefined, channelType: number): RawHeaders {
  if (cost === undefined) return headers;
  headers.push('x-tollgate-cost', decimalText(cost));
  return pushChannelType(headers, channelType);
}

/** Adds the short name of a channel type; imported channels may have a type without one. */
export function pushChannelType(headers: RawHeaders, channelType: number): RawHeaders {
  const id = definitionOf(channelType)?.id;
  if (id !== undefined) headers.push('x-tollgate-channel-type', id);
  return headers;
}

/** Decimals of amounts so small that JavaScript writes them with an exponent; a quota unit is at least 1e-9 dollars. */
const SMALL_DECIMALS = 18;

function decimalText(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toFixed(SMALL_DECIMALS).replace(/0+$/, '') : text;
}

function rawRelayHeaders(requestId: string, upstream: UpstreamHeaders): RawHeaders {
  const headers: RawHeaders = [
    REQUEST_ID,
    requestId,
    'access-control-allow-origin',
    '*',
    'access-control-expose-headers',
    '*',
    'cache-control',
    'no-cache',
    ...NOT_SNIFFED,
    ...NOT_FRAMED,
  ];
  if (upstream[CLIENT_REQUEST_ID] === undefined) headers.push(CLIENT_REQUEST_ID, requestId);
  return headers;
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
