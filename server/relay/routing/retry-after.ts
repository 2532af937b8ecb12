import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import type { RelayContext } from '../pipeline/context.js';

/** Milliseconds before the same channel is asked again, doubled each time, jittered. */
const PAUSE_MS = 200;
/** A vendor that says "in so many seconds" is waited for up to here; beyond it, it is another channel's turn. */
export const SHORT_ORDER_MS = 3000;
/** Milliseconds before another channel is asked after "too many requests" without a time. */
const CROWD_MS = 150;

/**
 * How long to wait before the next attempt, in milliseconds: 0 = at once; undefined = it is no use, the vendor asks for
 * more time than a client can be kept waiting and there is nobody else.
 * @param repeats how often the next channel was asked already
 * @param others is there a channel that has not been asked?
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

/** Waits, but not for a client that has left. */
export function pause(context: RelayContext, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      context.whenClientLeaves(undefined);
      resolve();
    }
    context.whenClientLeaves(done);
  });
}
