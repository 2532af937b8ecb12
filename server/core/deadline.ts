/** Somebody we asked did not answer in time. Whether the work was done is unknown. */
export class DeadlinePassed extends Error {}

/** Milliseconds a timer may be late before we take it that this process stood still meanwhile. */
const STOOD_STILL_MS = 100;

/**
 * Acts after `ms` milliseconds, unless it is stopped before. Time in which this process itself stood still (a suspended
 * machine, a starved core) does not count: what is waited for may lie in the socket, unread.
 */
export class Deadline {
  private timer: NodeJS.Timeout | undefined;
  private due = 0;

  constructor(
    private readonly ms: number,
    private readonly act: () => void,
  ) {
    this.wait(ms);
  }

  restart(): void {
    clearTimeout(this.timer);
    this.wait(this.ms);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private wait(ms: number): void {
    this.due = performance.now() + ms;
    this.timer = setTimeout(() => this.look(), ms);
  }

  private look(): void {
    const late = performance.now() - this.due;
    if (late > STOOD_STILL_MS) this.wait(Math.min(late, this.ms));
    else this.act();
  }
}

/** The promise's outcome, or `DeadlinePassed` after `timeoutMs` of the process's own time. */
export function within<T>(promise: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const deadline = new Deadline(timeoutMs, () =>
      reject(new DeadlinePassed(`${what} did not answer within ${timeoutMs} ms`)),
    );
    promise.then(resolve, reject).finally(() => deadline.stop());
  });
}
