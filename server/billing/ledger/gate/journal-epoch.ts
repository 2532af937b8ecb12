import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../../core/deadline.js';
import { RepeatedWarnings } from '../../../core/repeated-warnings.js';
import { RedisRefused } from '../../../core/redis/requirements.js';
import { postedEvent, type EventBus } from '../../../core/redis/events.js';
import { shardName } from '../../../core/redis/cluster/shards.js';
import { shardOf } from '../../../core/redis/cluster/shard-redis.js';
import { endLease, renewLease } from '../../../core/redis/scripts/heartbeat.js';
import { joinJournal } from '../../../core/redis/scripts/join.js';
import { readLedgerState, type LedgerState } from '../../../core/redis/scripts/readiness.js';

/** After a failed attempt to join, further calls fail immediately for this long. */
const RETRY_MS = 500;
const TIMEOUT_MS = 2000;

/** A journal epoch (one lifetime of the data in Redis) and the id of this process within it. */
export interface JournalEpoch {
  epoch: string;
  owner: string;
}

/** Hooks called when this process joins an epoch. */
interface RestoreHooks {
  /** Restores open holds and unposted entries. */
  restore(epoch: JournalEpoch): Promise<void>;
  /** Entries up to `lastId` of this epoch are in Postgres. */
  posted(epoch: string, lastId: string): void;
}

/**
 * Membership of this process in the journal epoch of Redis. Joins again after every lost connection, new epoch or lost
 * lease; until then it has no epoch and no request is admitted.
 */
export class RedisJournalEpoch {
  private readonly logger = new Logger('Ledger');
  private readonly warnings = new RepeatedWarnings(this.logger);
  readonly owner = randomBytes(9).toString('base64url');
  /** Undefined for a single Redis. */
  private readonly shard: number | undefined;
  private readonly leaseMs: number;
  private epoch = '';
  private opensAt = 0;
  private failedAt = 0;
  private joining: Promise<void> | undefined;
  private again: NodeJS.Timeout | undefined;
  private stopped = false;
  private readonly listeners: [event: string, listener: () => void][] = [];

  constructor(
    private readonly redis: Redis,
    private readonly events: EventBus,
    private readonly terms: { holdTtlSeconds: number; gatherMs: number; installation?: string },
    private readonly restoreHooks: RestoreHooks,
  ) {
    this.leaseMs = terms.holdTtlSeconds * 1000;
    this.shard = shardOf(redis);
  }

  start(): void {
    this.listen('close', () => (this.epoch = ''));
    this.listen('ready', () => {
      this.failedAt = 0;
      this.joinSoon(0);
    });
    this.events.onConnection('back', () => this.joinSoon(0));
    this.events.on('journal.posted', ({ epoch, lastId, shard }) => {
      if (this.stopped || shard !== this.shard) return;
      if (epoch === this.epoch) this.restoreHooks.posted(epoch, lastId);
      else this.joinSoon(0);
    });
  }

  private listen(event: string, listener: () => void): void {
    this.listeners.push([event, listener]);
    this.redis.on(event, listener);
  }

  /** Current epoch, for work that must be done whatever the epoch's age. @throws when Redis cannot be reached */
  async current(): Promise<JournalEpoch> {
    if (this.epoch === '') {
      if (Date.now() - this.failedAt < RETRY_MS) throw new Error('Redis is away');
      await this.join();
    }
    return { epoch: this.epoch, owner: this.owner };
  }

  /** Current epoch, once it is complete enough to admit requests. @throws when Redis cannot be reached */
  async completeJournal(): Promise<JournalEpoch> {
    const current = await this.current();
    const wait = this.opensAt - Date.now();
    if (wait > 0) await sleep(wait);
    return current;
  }

  /** Whether the current epoch is known and complete enough to admit requests. */
  get isComplete(): boolean {
    return this.epoch !== '' && this.opensAt <= Date.now();
  }

  /** What decides whether a request can be charged now. @throws when Redis cannot be reached or runs no scripts */
  async state(): Promise<LedgerState> {
    const { epoch, owner, isComplete } = this;
    const state = await readLedgerState(this.redis, { epoch, owner });
    if (!state.isJoined) this.left(epoch);
    return { ...state, isJoined: state.isJoined && isComplete };
  }

  /** A failed call may or may not have taken effect; the next join reconciles. */
  async calling<T>({ epoch }: JournalEpoch, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      this.left(epoch);
      throw error;
    }
  }

  /** Redis rejected `epoch`, or a call made in it failed: a new join is required before the next call. */
  left(epoch: string): void {
    if (this.epoch !== epoch) return;
    this.epoch = '';
    this.joinSoon(RETRY_MS);
  }

  /** Joins the current epoch. Concurrent calls share one attempt. */
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
        installation: this.terms.installation ?? '',
      });
      if (joined.fresh) {
        this.logger.log(
          `${this.shard === undefined ? 'Redis' : `shard ${shardName(this.shard)}`} is empty or was restarted: started epoch ${joined.epoch}`,
        );
        await this.events.publish('journal.posted', postedEvent(this.shard, joined.epoch, '0-0'));
      }
      await this.restoreHooks.restore({ epoch: joined.epoch, owner: this.owner });
      // Requests are admitted only after every process had time to restore its holds and settlements.
      this.opensAt = Date.now() + Math.max(0, this.terms.gatherMs - joined.ageMs);
      this.epoch = joined.epoch;
      this.failedAt = 0;
      this.warnings.clear();
    } catch (error) {
      this.epoch = '';
      this.failedAt = Date.now();
      // The connection is ready again only once Redis belongs to this installation.
      if (error instanceof RedisRefused) this.redis.disconnect(true);
      this.joinSoon(RETRY_MS);
      throw error;
    }
  }

  /** Run id of the Redis server, which changes with a restart or failover. '' when the server does not report one. */
  private async runId(): Promise<string> {
    const info = await within(this.redis.info('server'), TIMEOUT_MS, 'Redis');
    return /^run_id:(\w+)/m.exec(info)?.[1] ?? '';
  }

  private joinSoon(delayMs: number): void {
    if (this.stopped || this.again) return;
    this.again = setTimeout(() => {
      this.again = undefined;
      // Without a connection the join cannot succeed; the 'ready' event schedules it again.
      if (this.stopped || this.redis.status !== 'ready') return;
      this.join().catch((error: unknown) => this.warnings.warn(`Redis not joined yet: ${String(error)}`));
    }, delayMs).unref();
  }

  /** Milliseconds between two calls of `renew`; three may fail before the lease expires. */
  get renewEveryMs(): number {
    return this.leaseMs / 4;
  }

  /** Renews the lease. A failure is logged and makes the process join again. */
  async renew(): Promise<void> {
    const { epoch } = this;
    if (epoch === '' || this.stopped) return;
    try {
      const lastId = await renewLease(this.redis, { epoch, owner: this.owner }, this.leaseMs);
      if (lastId === undefined) this.left(epoch);
      else this.restoreHooks.posted(epoch, lastId);
    } catch (error) {
      this.warnings.warn(`lease not renewed: ${String(error)}`);
      this.left(epoch);
    }
  }

  /** True if Redis responds and still has the joined epoch. Joins again where necessary and possible. */
  async isHeld(): Promise<boolean> {
    try {
      const { epoch } = await this.current();
      const lastId = await renewLease(this.redis, { epoch, owner: this.owner }, this.leaseMs);
      if (lastId === undefined) return false;
      this.restoreHooks.posted(epoch, lastId);
      return true;
    } catch (error) {
      this.logger.warn(`Redis is away: ${String(error)}`);
      return false;
    }
  }

  /** Leaves the epoch. If holds are still open, the lease stays and the sweeper ends them when it expires. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.again);
    for (const [event, listener] of this.listeners) this.redis.off(event, listener);
    await this.joining?.catch((error: unknown) => this.logger.warn(`not joined any more: ${String(error)}`));
    if (this.redis.status !== 'ready') return;
    await endLease(this.redis, this.owner).catch((error: unknown) =>
      this.logger.warn(`lease left to run out: ${String(error)}`),
    );
  }
}
