import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import type { RequestScope } from '../pipeline/request-scope.js';

/** Milliseconds before the same channel is tried again; doubled each time, with jitter. */
const PAUSE_MS = 200;
/** Longest Retry-After that the gateway waits for, in milliseconds; above it another channel is used instead. */
export const SHORT_ORDER_MS = 3000;
/** Milliseconds before another channel is tried after a 429 without Retry-After. */
const CROWD_MS = 150;

/**
 * Milliseconds to wait before the next attempt: 0 = at once; undefined = do not retry, because the provider demands a
 * longer wait than a client should be kept waiting and there is no other channel.
 * @param repeats how often the next channel was already tried
 * @param others whether there is an untried channel
 */
export function waitBefore(
  last: UpstreamFailure,
  repeats: number,
  others: boolean,
  random: () => number = Math.random,
): number | undefined {
  const jitter = 0.5 + random();
  const ordered = last.status === 429 ? (last.retryAfterSeconds ?? 0) * 1000 : 0;
  if (repeats > 0) {
    if (ordered > SHORT_ORDER_MS && !others) return undefined;
    return Math.max(Math.min(ordered, SHORT_ORDER_MS), PAUSE_MS * 2 ** Math.min(repeats - 1, 4) * jitter);
  }
  return last.status === 429 && !ordered ? CROWD_MS * jitter : 0;
}

/** Waits; returns early when the client disconnects. */
export function pause(scope: RequestScope, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      scope.whenClientLeaves(undefined);
      resolve();
    }
    scope.whenClientLeaves(done);
  });
}
