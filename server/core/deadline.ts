/** Somebody we asked did not answer in time. Whether the work was done is unknown. */
export class DeadlinePassed extends Error {}

/** Milliseconds a timer may be late before we take it that this process stood still meanwhile. */
const STOOD_STILL_MS = 100;

/**
 * Acts after `ms` milliseconds, unless it is stopped before. Time in which this process itself stood still (a suspended
 * machine, a starved core) does not count: what is waited for may lie in the socket, unread. At most `ms` are added for it,
 * so that a process which never keeps up gives up as well.
 */
export class Deadline {
  private timer: NodeJS.Timeout | undefined;
  private due = 0;
  /** Milliseconds that may still be added. */
  private grace = 0;

  constructor(
    private readonly ms: number,
    private readonly act: () => void,
  ) {
    this.begin();
  }

  restart(): void {
    this.stop();
    this.begin();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private begin(): void {
    this.grace = this.ms;
    this.wait(this.ms);
  }

  private wait(ms: number): void {
    this.due = performance.now() + ms;
    this.timer = setTimeout(() => this.look(), ms);
  }

  private look(): void {
    const late = performance.now() - this.due;
    const longer = late > STOOD_STILL_MS ? Math.min(late, this.grace) : 0;
    this.grace -= longer;
    if (longer > 0) this.wait(longer);
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
