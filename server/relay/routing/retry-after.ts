import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import type { RequestScope } from '../pipeline/request-scope.js';

/** Milliseconds before the same channel is tried again; doubled each time, with jitter. */
const PAUSE_MS = 200;
/** Longest Retry-After that the gateway waits for, in milliseconds; above it, the channel is not tried again. */
export const MAX_RETRY_AFTER_MS = 3000;
/** Milliseconds before another channel is tried after a 429 without Retry-After. */
const PAUSE_AFTER_429_MS = 150;

/**
 * Milliseconds to wait before the next attempt: 0 = at once; undefined = the provider of the next channel demands a longer
 * wait than a client should be kept waiting.
 * @param last the failure that the attempt follows, of any channel, as the provider reported it
 * @param repeats how often the next channel was already tried
 * @param demandedMs milliseconds that the next channel's provider still demands, by Retry-After
 */
export function waitBefore(
  last: UpstreamFailure,
  repeats: number,
  demandedMs: number,
  random: () => number = Math.random,
): number | undefined {
  if (demandedMs > MAX_RETRY_AFTER_MS) return undefined;
  const jitter = 0.5 + random();
  if (repeats > 0) return Math.max(demandedMs, PAUSE_MS * 2 ** Math.min(repeats - 1, 4) * jitter);
  return last.status === 429 && !last.retryAfterSeconds ? PAUSE_AFTER_429_MS * jitter : 0;
}

/** Milliseconds that the provider demands before its next request. Only that of a 429 is read. */
export function demandedWait({ status, retryAfterSeconds = 0 }: UpstreamFailure): number {
  return status === 429 ? retryAfterSeconds * 1000 : 0;
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
