import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Timeout of every wait in milliseconds: many times the usual duration on two busy cores, and below the test timeout,
 * so that the error can report what was missing.
 */
export const PATIENCE_MS = 60_000;
const TURN_MS = 10;

/**
 * Polls until the condition holds.
 * @param what describes the condition and the actual state for the error
 * @throws Error after PATIENCE_MS
 */
export async function until(
  so: () => boolean | Promise<boolean>,
  what: () => string = () => so.toString(),
): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await so())) {
    if (Date.now() > end) throw new Error(`not in ${PATIENCE_MS} ms: ${what()}`);
    await sleep(TURN_MS);
  }
}

/**
 * Awaits a promise for at most PATIENCE_MS.
 * @param what describes the promise for the error
 * @throws Error after PATIENCE_MS
 */
export async function inTime<T>(awaited: Promise<T>, what: () => string): Promise<T> {
  const done = new AbortController();
  const late = sleep(PATIENCE_MS, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error(`not in ${PATIENCE_MS} ms: ${what()}`);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    done.abort();
  }
}

/**
 * Measures time in turns of this process's event loop. On a slow or stalled machine it advances less than the clock, so
 * that the measured code is not blamed for the delay.
 */
export class OwnTime {
  private turns = 0;
  private readonly timer = setInterval(() => (this.turns += 1), TURN_MS).unref();

  /** Stops the measurement. Returns milliseconds since construction, never more than actually passed. */
  stop(): number {
    clearInterval(this.timer);
    return this.turns * TURN_MS;
  }
}
