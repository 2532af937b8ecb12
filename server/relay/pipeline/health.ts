import type { UpstreamFailure } from '../hub/failure.js';

/** Timeouts of an upstream's own making, where asking elsewhere would only double the wait, and 408 (B8). */
const FINAL = new Set([408, 504, 524]);

/**
 * May the request be sent to another channel after this failure (spec/relay-and-billing.md B8)?
 * @param status the failure's status after the channel's status_code_mapping
 */
export function mayRetry(failure: UpstreamFailure, status: number): boolean {
  if (status >= 200 && status < 300) return false;
  // Silence that we ended ourselves says nothing about other channels.
  if (failure.code === 'upstream_timeout') return true;
  // Some vendors answer account trouble with 400: only their provider knows.
  if (status === 400) return failure.retryable;
  return !FINAL.has(status);
}

/** Is the channel itself broken (B10)? Its provider read the codes; the operator's keywords are looked for in the text. */
export function mustDisable(failure: UpstreamFailure, keywords: readonly string[]): boolean {
  if (failure.disables) return true;
  const message = failure.message.toLowerCase();
  return keywords.some((keyword) => message.includes(keyword));
}

/** The status after the channel's status_code_mapping; answers of 200 are never mapped. */
export function mappedStatus(status: number, mapping: ReadonlyMap<number, number> | undefined): number {
  return status === 200 ? status : (mapping?.get(status) ?? status);
}
