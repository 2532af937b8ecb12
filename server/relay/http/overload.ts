import type { Server } from 'node:http';
import { ApiError } from '../../contract/errors/api-error.js';
import { AcceptDelay } from './accept-delay.js';

/** Milliseconds between two measurements. */
const MEASURE_MS = 100;
/** Weight of the newest measurement in the average: a single long turn of the event loop is no overload. */
const NEWEST = 0.2;
/** A measurement counts at most so many times the limit: a process that was suspended for a minute is not overloaded. */
const MAX_DELAY_FACTOR = 4;
/** How much the refused share rises with each measurement above the limit, and falls with each other one. */
const RISE = 0.05;
const FALL = 0.02;
/** Some requests are always served, or the end of an overload would not be noticed by anyone. */
const MAX_REFUSED_SHARE = 0.95;
/** Requests may always wait for this share of the limit, as each of many that arrive together must. */
const SHORT_WAIT = 0.5;
/** They may wait longer than that for so many times the limit: a process that has just started compiles its code. */
const MAX_LONG_WAIT = 2;
/** An overload is over when no request was refused for so long, milliseconds. */
const OVERLOAD_MS = 300;
/** Retry-After, seconds. */
const RETRY_AFTER_SECONDS = 2;

/** One for all: its stack trace costs as much as the rest of a refusal, and says nothing. */
const OVERLOADED = new ApiError('overloaded', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });

export interface OverloadLimits {
  /** Average delay of the event loop, milliseconds, and the measure of the wait of new requests; 0 = no limit. */
  readonly delayMs: number;
  /** Requests that this process serves at a time, streams included; 0 = no limit. */
  readonly inFlight: number;
}

/**
 * Refuses new requests while this process has more work than it can do. A refusal costs a fraction of a request. Two signs:
 *
 * - New requests wait: until their connection is accepted (`AcceptDelay`), or until they are begun (`RequestQueue`). They are
 *   refused until that wait is short again.
 * - The event loop runs its callbacks late, which the chunks of many streams cause as well: each request, those being served
 *   included, waits several times as long. The share of requests that is refused rises until the delay is below the limit.
 */
export class Overload {
  private readonly timer: NodeJS.Timeout | undefined;
  private dueAt = 0;
  private delay = 0;
  private share = 0;
  /** Sum of the shares since the last refusal; at 1, the next request is refused. */
  private owed = 0;
  private accepts: AcceptDelay | undefined;
  /** Whether requests have come since the last measurement. */
  private isRequested = false;
  /** Since when new requests would wait for long; undefined: they would not. */
  private longSince: number | undefined;
  /** Until then, new requests are refused as soon as they would wait for long. */
  private overloadedUntil = 0;
  /** Refusals so far by limit, for metrics. */
  readonly refused = { delay: 0, wait: 0, inFlight: 0 };

  /**
   * @param inFlight requests that are being served
   * @param waiting milliseconds for which the oldest of what waits to be begun has waited, at a time of `performance.now()`
   */
  constructor(
    private readonly limits: OverloadLimits,
    private readonly inFlight: () => number,
    private readonly waiting: (now: number) => number = () => 0,
  ) {
    if (limits.delayMs === 0) return;
    this.dueAt = performance.now() + MEASURE_MS;
    this.timer = setInterval(() => this.measure(performance.now()), MEASURE_MS).unref();
  }

  /** Counts the wait of new connections to this server as well. */
  watch(server: Server): void {
    this.accepts = new AcceptDelay(server);
  }

  /** Average delay of the event loop, milliseconds. */
  get delayMs(): number {
    return this.delay;
  }

  /** Call for each new request, before its body is read. @throws ApiError overloaded */
  admit(): void {
    if (this.limits.inFlight > 0 && this.inFlight() >= this.limits.inFlight) {
      this.refused.inFlight++;
      throw OVERLOADED;
    }
    if (this.limits.delayMs === 0) return;
    this.isRequested = true;
    if (this.isQueueTooLong(performance.now())) {
      this.refused.wait++;
      throw OVERLOADED;
    }
    if (this.share === 0) return;
    this.owed += this.share;
    if (this.owed < 1) return;
    this.owed -= 1;
    this.refused.delay++;
    throw OVERLOADED;
  }

  /** Whether new requests have waited for long for too long. */
  private isQueueTooLong(now: number): boolean {
    const { delayMs } = this.limits;
    const wait = this.waiting(now) + (this.accepts?.at(now) ?? 0);
    if (wait <= delayMs * SHORT_WAIT) {
      this.longSince = undefined;
      return false;
    }
    this.longSince ??= now;
    if (now - this.longSince <= delayMs * MAX_LONG_WAIT && now > this.overloadedUntil) return false;
    this.overloadedUntil = now + OVERLOAD_MS;
    return true;
  }

  /** @param now milliseconds of `performance.now()` */
  measure(now: number): void {
    const late = Math.min(Math.max(0, now - this.dueAt), MAX_DELAY_FACTOR * this.limits.delayMs);
    this.dueAt = now + MEASURE_MS;
    this.delay += NEWEST * (late - this.delay);
    this.share =
      this.delay > this.limits.delayMs
        ? Math.min(MAX_REFUSED_SHARE, this.share + RISE)
        : Math.max(0, this.share - FALL);
    // An idle process does not connect to itself.
    if (this.isRequested) this.accepts?.measure(now);
    else this.longSince = undefined;
    this.isRequested = false;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
