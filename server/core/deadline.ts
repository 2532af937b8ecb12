/** A dependency did not respond in time. Whether it performed the work is unknown. */
export class DeadlinePassed extends Error {}

/** A timer later than this, milliseconds, means that the process itself was stalled. */
const STOOD_STILL_MS = 100;

/**
 * Calls `act` after `ms` milliseconds unless stopped. Time in which this process was stalled (suspended machine,
 * starved CPU) does not count, because the awaited response may already be in the socket, unread. At most `ms` are
 * added for stalls, so that a process that never catches up still times out.
 */
export class Deadline {
  private timer: NodeJS.Timeout | undefined;
  private due = 0;
  /** Milliseconds that may still be added for stalls. */
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

/** Settles like `promise`, or rejects with the reason of the signal as soon as it is aborted. The work itself goes on. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Settles like `promise`, or rejects with `DeadlinePassed` after `timeoutMs`, not counting time in which the process
 * was stalled.
 */
export function within<T>(promise: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const deadline = new Deadline(timeoutMs, () =>
      reject(new DeadlinePassed(`${what} did not answer within ${timeoutMs} ms`)),
    );
    promise.then(resolve, reject).finally(() => deadline.stop());
  });
}
