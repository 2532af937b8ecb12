import { ApiError } from '../../contract/errors/api-error.js';

/** Milliseconds between two measurements. */
const MEASURE_MS = 100;
/** Weight of the newest measurement in the average: a single long turn of the event loop is no overload. */
const NEWEST = 0.2;
/** A measurement counts at most so many times the limit: a process that was suspended for a minute is not overloaded. */
const MOST_OF_LIMIT = 4;
/** How much the refused share rises with each measurement above the limit, and falls with each other one. */
const RISE = 0.05;
const FALL = 0.02;
/** Some requests are always served, or the end of an overload would not be noticed by anyone. */
const MOST_REFUSED = 0.95;
/** Retry-After, seconds. */
const RETRY_AFTER_SECONDS = 2;

export interface OverloadLimits {
  /** Average delay of the event loop, milliseconds; 0 = no limit. */
  readonly delayMs: number;
  /** Requests that this process serves at a time, streams included; 0 = no limit. */
  readonly inFlight: number;
}

/**
 * Refuses new requests while this process has more work than it can do. The event loop runs its callbacks late then, and
 * each request, those being served included, waits several times as long. The share of requests that is refused rises
 * until the delay is below the limit. A refusal costs a fraction of a request, because its body is not read.
 */
export class Overload {
  private readonly timer: NodeJS.Timeout | undefined;
  private dueAt = 0;
  private delay = 0;
  private share = 0;
  /** Sum of the shares since the last refusal; at 1, the next request is refused. */
  private owed = 0;
  /** Refusals so far by limit, for metrics. */
  readonly refused = { delay: 0, inFlight: 0 };

  /** @param inFlight requests that are being served */
  constructor(
    private readonly limits: OverloadLimits,
    private readonly inFlight: () => number,
  ) {
    if (limits.delayMs === 0) return;
    this.dueAt = performance.now() + MEASURE_MS;
    this.timer = setInterval(() => this.measure(performance.now()), MEASURE_MS).unref();
  }

  /** Average delay of the event loop, milliseconds. */
  get delayMs(): number {
    return this.delay;
  }

  /** Call for each new request, before its body is read. @throws ApiError overloaded */
  admit(): void {
    if (this.limits.inFlight > 0 && this.inFlight() >= this.limits.inFlight) {
      this.refused.inFlight++;
      throw overloaded();
    }
    if (this.share === 0 || this.limits.delayMs === 0) return;
    this.owed += this.share;
    if (this.owed < 1) return;
    this.owed -= 1;
    this.refused.delay++;
    throw overloaded();
  }

  /** @param now milliseconds of `performance.now()` */
  measure(now: number): void {
    const late = Math.min(Math.max(0, now - this.dueAt), MOST_OF_LIMIT * this.limits.delayMs);
    this.dueAt = now + MEASURE_MS;
    this.delay += NEWEST * (late - this.delay);
    this.share =
      this.delay > this.limits.delayMs
        ? Math.min(MOST_REFUSED, this.share + RISE)
        : Math.max(0, this.share - FALL);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

function overloaded(): ApiError {
  return new ApiError('overloaded', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
