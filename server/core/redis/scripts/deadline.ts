/** Somebody we asked did not answer in time. Whether the work was done is unknown. */
export class DeadlinePassed extends Error {}

/** Milliseconds a timer may be late before we take it that this process stood still meanwhile. */
const STOOD_STILL_MS = 100;

/**
 * The promise's outcome, or `DeadlinePassed` after `timeoutMs`. Time in which this process itself stood still (a
 * suspended machine, a starved core) does not count: the answer may lie in the socket, unread.
 */
export function within<T>(promise: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(look, timeoutMs, performance.now() + timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));

    function look(due: number): void {
      const late = performance.now() - due;
      const longer = Math.min(late, timeoutMs);
      if (late > STOOD_STILL_MS) timer = setTimeout(look, longer, performance.now() + longer);
      else reject(new DeadlinePassed(`${what} did not answer within ${timeoutMs} ms`));
    }
  });
}
