import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { within } from '../../../core/deadline.js';
import { REDIS } from '../../../core/injection.js';
import { KEYS } from '../../../core/redis/scripts/keys.js';
import { OptionsService } from '../../../options/options.service.js';
import { writeEntry, type FailedRequest } from './failed-request.js';
import { FailureLimit } from './failure-limit.js';

/** Milliseconds until rows are sent, together. */
const SEND_AFTER_MS = 250;
/** Milliseconds until rows that could not be sent are, or the end of the minute is looked for. */
const AGAIN_MS = 2000;
const TIMEOUT_MS = 2000;
/** Rows that wait for Redis in this process; further ones are dropped and counted. */
const MAX_WAITING = 1000;
/** Rows that wait for Postgres in Redis; older ones are dropped. About a kilobyte each. */
const MAX_STORED = 20_000;

/**
 * Records requests that ended in an error: their rows go to a stream in Redis, from which the worker
 * writes them to the log. Unlike the journal of charges it is bounded, and rows can be lost when Redis or this process is.
 */
@Injectable()
export class FailedRequests implements BeforeApplicationShutdown {
  private readonly logger = new Logger('FailedRequests');
  private readonly limit = new FailureLimit();
  private waiting: string[] = [];
  /** Since the minute began. */
  private lost = 0;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly options: OptionsService,
  ) {}

  /** Whether the operator keeps these rows. */
  get isOn(): boolean {
    return this.options.get('ErrorLogDays') > 0;
  }

  /** Never fails and waits for nothing. */
  add(failure: FailedRequest): void {
    this.beginMinute();
    if (this.limit.admits(failure)) this.keep(failure);
    // Also for one that was not kept: its minute ends in a row.
    this.schedule(SEND_AFTER_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.beginMinute(Infinity);
    await this.sending;
    await this.send();
    clearTimeout(this.timer);
  }

  private keep(failure: FailedRequest): void {
    if (this.waiting.length < MAX_WAITING) this.waiting.push(writeEntry(failure));
    else this.lost++;
  }

  /** @param now Unix seconds */
  private beginMinute(now = Date.now() / 1000): void {
    const past = this.limit.next(now);
    if (!past) return;
    for (const row of past.rows) this.keep(row);
    const lost = this.lost + past.uncounted;
    this.lost = 0;
    if (lost > 0) this.logger.warn(`${lost} failed requests have no row in the log`);
  }

  private schedule(milliseconds: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.sending = this.send();
    }, milliseconds).unref();
  }

  private async send(): Promise<void> {
    this.beginMinute();
    if (this.redis.status === 'ready') {
      const { waiting } = this;
      this.waiting = [];
      try {
        if (waiting.length > 0) await within(append(this.redis, waiting), TIMEOUT_MS, 'Redis');
      } catch (error) {
        // Not repeated: Redis may have them.
        this.logger.debug(`perhaps not sent: ${String(error)}`);
        this.lost += waiting.length;
      }
    }
    if (this.waiting.length > 0 || this.limit.hasSuppressed) this.schedule(AGAIN_MS);
  }
}

async function append(redis: Redis, entries: readonly string[]): Promise<void> {
  const calls = redis.pipeline();
  for (const entry of entries) calls.xadd(KEYS.failures, 'MAXLEN', '~', MAX_STORED, '*', 'e', entry);
  for (const [error] of (await calls.exec()) ?? []) if (error) throw error;
}
