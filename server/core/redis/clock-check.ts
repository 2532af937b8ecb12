import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Redis } from 'ioredis';
import { within } from '../deadline.js';
import { REDIS } from '../injection.js';

const EVERY_MS = 60_000;
const TIMEOUT_MS = 2000;
/** A larger difference is reported. Smaller ones only shift the times in logs and lists. */
const MAX_OFFSET_MS = 5000;

/**
 * Compares the clock of this machine with that of Redis, which all processes of an installation share. Sessions, codes,
 * limits of time and the order of log rows depend on the clocks of the servers.
 */
@Injectable()
export class ClockCheck implements OnApplicationBootstrap {
  private readonly logger = new Logger('Clock');
  private latestMs: number | undefined;
  private isOff = false;

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Milliseconds by which this machine is ahead of Redis; negative = behind; undefined while Redis has not been asked. */
  get offsetMs(): number | undefined {
    return this.latestMs;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.check();
  }

  /** Never fails: without Redis, the last difference stays. */
  @Interval('core.clock', EVERY_MS)
  async check(): Promise<void> {
    const before = Date.now();
    const time = await within(this.redis.time(), TIMEOUT_MS, 'Redis').catch(() => undefined);
    const after = Date.now();
    // A process that was stalled in between does not know when Redis read its clock.
    if (!time || after - before > TIMEOUT_MS) return;
    const [seconds = 0, microseconds = 0] = time.map(Number);
    // Redis read its clock about halfway between.
    this.latestMs = Math.round((before + after) / 2 - (seconds * 1000 + microseconds / 1000));
    this.report(this.latestMs);
  }

  /** Logs the beginning and the end of a difference once each. */
  private report(offsetMs: number): void {
    const isOff = Math.abs(offsetMs) > MAX_OFFSET_MS;
    if (isOff === this.isOff) return;
    this.isOff = isOff;
    if (!isOff) return this.logger.log('the clock of this machine agrees with that of Redis again');
    const seconds = (Math.abs(offsetMs) / 1000).toFixed(1);
    this.logger.warn(
      `the clock of this machine is ${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} that of Redis: synchronize both (NTP)`,
    );
  }
}
