import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds that anything may take to come: many times what it takes on two busy cores, and less than a test may take, so
 * that who waits in vain can say for what.
 */
export const PATIENCE_MS = 60_000;
const TURN_MS = 10;

/** Waits until it is so. @param what is waited for, and what there is instead */
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

/** What is awaited, if it comes at all. @param what is waited for, and what there is instead */
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
 * Measures time as this process had it: a machine that is slow or stands still gives it less, and what runs in this process
 * is then not blamed for being late.
 */
export class OwnTime {
  private turns = 0;
  private readonly timer = setInterval(() => (this.turns += 1), TURN_MS).unref();

  /** Milliseconds since it was made, never more than have passed; measures no further. */
  stop(): number {
    clearInterval(this.timer);
    return this.turns * TURN_MS;
  }
}
