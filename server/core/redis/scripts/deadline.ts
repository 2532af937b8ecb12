/** Somebody we asked did not answer in time. Whether the work was done is unknown. */
export class DeadlinePassed extends Error {}

/** The promise's outcome, or `DeadlinePassed` after `timeoutMs`. */
export function within<T>(promise: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DeadlinePassed(`${what} did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
