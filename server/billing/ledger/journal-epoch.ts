import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBus } from '../../core/redis/events.js';
import { within } from '../../core/deadline.js';
import { endLease, renewLease } from '../../core/redis/scripts/heartbeat.js';
import { joinJournal } from '../../core/redis/scripts/join.js';

/** How long a failed attempt to join speaks for the next ones. */
const RETRY_MS = 500;
const TIMEOUT_MS = 2000;

/** A memory of Redis and who we are in it. */
export interface JournalEpoch {
  epoch: string;
  owner: string;
}

/** What a process brings along whenever it joins a memory. */
export interface RestoreHooks {
  /** Puts open holds and unposted entries back. */
  restore(memory: JournalEpoch): Promise<void>;
  /** Entries up to `lastId` of this memory are in Postgres. */
  posted(epoch: string, lastId: string): void;
}

/**
 * This process's seat in the memory of Redis. Joins again after every break of a connection, every lost memory and every
 * lost lease; meanwhile it has no epoch and nothing is admitted.
 */
export class RedisJournalEpoch {
  private readonly logger = new Logger('Ledger');
  readonly owner = randomBytes(9).toString('base64url');
  private readonly leaseMs: number;
  private epoch = '';
  private opensAt = 0;
  private failedAt = 0;
  private joining: Promise<void> | undefined;
  private again: NodeJS.Timeout | undefined;
  private beat: NodeJS.Timeout | undefined;
  private stopped = false;
  private readonly listeners: [event: string, listener: () => void][] = [];

  constructor(
    private readonly redis: Redis,
    private readonly events: EventBus,
    private readonly terms: { holdTtlSeconds: number; gatherMs: number },
    private readonly restoreHooks: RestoreHooks,
  ) {
    this.leaseMs = terms.holdTtlSeconds * 1000;
  }

  start(): void {
    this.listen('close', () => (this.epoch = ''));
    this.listen('ready', () => {
      this.failedAt = 0;
      this.joinSoon(0);
    });
    this.events.onConnection('back', () => this.joinSoon(0));
    this.events.on('journal.posted', ({ epoch, lastId }) => {
      if (this.stopped) return;
      if (epoch === this.epoch) this.restoreHooks.posted(epoch, lastId);
      else this.joinSoon(0);
    });
    this.beat = setInterval(() => void this.renew(), this.leaseMs / 4).unref();
  }

  private listen(event: string, listener: () => void): void {
    this.listeners.push([event, listener]);
    this.redis.on(event, listener);
  }

  /** The memory to work in, for work that must be done whatever its age. @throws when Redis cannot be reached */
  async memory(): Promise<JournalEpoch> {
    if (this.epoch === '') {
      if (Date.now() - this.failedAt < RETRY_MS) throw new Error('Redis is away');
      await this.join();
    }
    return { epoch: this.epoch, owner: this.owner };
  }

  /** The memory to work in, once it is complete enough to admit requests. @throws when Redis cannot be reached */
  async completeJournal(): Promise<JournalEpoch> {
    const memory = await this.memory();
    const wait = this.opensAt - Date.now();
    if (wait > 0) await sleep(wait);
    return memory;
  }

  /** Redis said that `epoch` is not its memory, or did not answer a call made in it: join before the next call. */
  left(epoch: string): void {
    if (this.epoch !== epoch) return;
    this.epoch = '';
    this.joinSoon(RETRY_MS);
  }

  /** Joins, or waits for the joining under way. */
  join(): Promise<void> {
    this.joining ??= this.joinNow().finally(() => (this.joining = undefined));
    return this.joining;
  }

  private async joinNow(): Promise<void> {
    try {
      const joined = await joinJournal(this.redis, {
        runId: await this.runId(),
        candidate: randomBytes(12).toString('base64url'),
        owner: this.owner,
        leaseMs: this.leaseMs,
      });
      if (joined.fresh) {
        this.logger.log(`the memory of Redis is new: epoch ${joined.epoch}`);
        await this.events.publish('journal.posted', { epoch: joined.epoch, lastId: '0-0' });
      }
      await this.restoreHooks.restore({ epoch: joined.epoch, owner: this.owner });
      // Nothing is admitted before all processes had the time to say what they hold and have settled.
      this.opensAt = Date.now() + Math.max(0, this.terms.gatherMs - joined.ageMs);
      this.epoch = joined.epoch;
      this.failedAt = 0;
    } catch (error) {
      this.epoch = '';
      this.failedAt = Date.now();
      this.joinSoon(RETRY_MS);
      throw error;
    }
  }

  /** Which Redis process this is: another one after a restart or a failover. '' where the server does not say. */
  private async runId(): Promise<string> {
    const info = await within(this.redis.info('server'), TIMEOUT_MS, 'Redis');
    return /^run_id:(\w+)/m.exec(info)?.[1] ?? '';
  }

  private joinSoon(delayMs: number): void {
    if (this.stopped || this.again) return;
    this.again = setTimeout(() => {
      this.again = undefined;
      // Without a connection there is nothing to try: 'ready' calls again.
      if (this.stopped || this.redis.status !== 'ready') return;
      this.join().catch((error: unknown) => this.logger.warn(`Redis not joined yet: ${String(error)}`));
    }, delayMs).unref();
  }

  private async renew(): Promise<void> {
    const { epoch } = this;
    if (epoch === '' || this.stopped) return;
    try {
      const lastId = await renewLease(this.redis, { epoch, owner: this.owner }, this.leaseMs);
      if (lastId === undefined) this.left(epoch);
      else this.restoreHooks.posted(epoch, lastId);
    } catch (error) {
      this.logger.warn(`lease not renewed: ${String(error)}`);
      this.left(epoch);
    }
  }

  /** Does Redis answer, and is its memory the one that was joined? Joins it again where that is needed and possible. */
  async isHeld(): Promise<boolean> {
    try {
      const { epoch } = await this.memory();
      const lastId = await renewLease(this.redis, { epoch, owner: this.owner }, this.leaseMs);
      if (lastId === undefined) return false;
      this.restoreHooks.posted(epoch, lastId);
      return true;
    } catch (error) {
      this.logger.warn(`Redis is away: ${String(error)}`);
      return false;
    }
  }

  /** Leaves the memory. Holds still open stay until the lease is over. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.again);
    clearInterval(this.beat);
    for (const [event, listener] of this.listeners) this.redis.off(event, listener);
    await this.joining?.catch((error: unknown) => this.logger.warn(`not joined any more: ${String(error)}`));
    if (this.redis.status !== 'ready') return;
    await endLease(this.redis, this.owner).catch((error: unknown) =>
      this.logger.warn(`lease left to run out: ${String(error)}`),
    );
  }
}
