import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Redis, RedisOptions } from 'ioredis';
import { within } from '../deadline.js';
import { logOutages } from './outage-log.js';
import { allowed } from './ready-check.js';
import { ledgersOf } from './cluster/cluster-redis.js';
import { shardName } from './cluster/shards.js';
import { ShardRedis } from './cluster/shard-redis.js';
import { connectForLibrary, connectRedis, connectSubscriber } from './redis.js';
import { problemOf, RedisRefused } from './requirements.js';
import { checkMark } from './scripts/mark.js';

/** Milliseconds between two checks of connections that stay open. */
const CHECK_MS = 5000;
const TIMEOUT_MS = 2000;
const CONNECT_TIMEOUT_MS = 5000;
/** Blocking commands of queues return after 10 s at most. */
const QUEUE_SILENCE_MS = 15_000;

/**
 * The connections of a process to its Redis. Each is ready only while Redis can be used by this installation; what changes under
 * an open connection, such as the eviction policy, is noticed by `check`.
 */
export class RedisConnections {
  private readonly logger = new Logger('Redis');
  private readonly all = new Set<Redis>();
  private refusal: RedisRefused | undefined;
  /** For commands. */
  readonly commands: Redis;
  /** In subscriber mode. */
  readonly subscriber: Redis;

  /** @param installation see `installationId`; @param shards of a cluster */
  constructor(
    private readonly url: string,
    readonly installation: string,
    shards?: number,
  ) {
    this.commands = connectRedis(url, { installation, ...(shards !== undefined && { shards }) });
    this.subscriber = connectSubscriber(url, installation);
    const shardsOfCluster = this.ledgers.filter((ledger) => ledger instanceof ShardRedis);
    for (const shard of shardsOfCluster) this.open(shard, `shard ${shardName(shard.shard)}:`);
    this.open(this.commands, 'command');
    this.open(this.subscriber, 'event');
  }

  /** See `ledgersOf`. */
  get ledgers(): readonly Redis[] {
    return ledgersOf(this.commands);
  }

  private open(redis: Redis, name: string): void {
    logOutages(this.tracked(redis), name, this.logger);
  }

  /** A connection for BullMQ, which handles its errors and closes it. */
  openForQueue(options: RedisOptions): Redis {
    const { installation } = this;
    const connecting: RedisOptions = {
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Never given up: a queue whose connection has ended occupies the event loop.
      retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
    };
    const redis = connectForLibrary(
      this.url,
      { ...options, ...connecting },
      { installation, silenceMs: QUEUE_SILENCE_MS },
    );
    return this.tracked(redis);
  }

  /** Why this process does not use Redis although it responds, one line; undefined if nothing is wrong with it. */
  get problem(): string | undefined {
    return this.refusal?.message;
  }

  /**
   * Checks again what Redis was checked for when it was connected, and lets both connections show that they live. All connections
   * of a Redis that fails are closed, and stay so until it passes. Errors are logged.
   */
  @Interval('redis.check', CHECK_MS)
  async check(): Promise<void> {
    if (this.subscriber.status === 'ready')
      this.subscriber
        .ping()
        .catch((error: unknown) => this.logger.debug(`event connection: ${String(error)}`));
    await Promise.all(this.ledgers.map((ledger) => this.checkLedger(ledger)));
  }

  private async checkLedger(ledger: Redis): Promise<void> {
    if (ledger.status !== 'ready') return;
    const isShard = ledger instanceof ShardRedis;
    try {
      const info = await allowed(within(ledger.info(), TIMEOUT_MS, 'Redis'));
      const problem = problemOf(info, isShard);
      // The other shards are as they were.
      if (problem && isShard && !(problem instanceof RedisRefused)) return ledger.disconnect(true);
      const refusal = problem ?? (await allowed(checkMark(ledger, this.installation)));
      if (refusal) throw refusal;
    } catch (error) {
      // An outage is noticed by the connection itself.
      if (error instanceof RedisRefused) this.leave();
      else this.logger.debug(`not checked: ${String(error)}`);
    }
  }

  /** Closes all connections. The check before they are ready again reports the reason. */
  leave(): void {
    for (const redis of this.all) redis.disconnect(true);
  }

  private tracked(redis: Redis): Redis {
    redis.on('connect', () => this.all.add(redis));
    redis.on('end', () => this.all.delete(redis));
    redis.on('error', (error: Error & { code?: string }) => {
      if (error instanceof RedisRefused) this.refusal = error;
      // It can no longer be reached.
      else if (error.code !== undefined) this.refusal = undefined;
    });
    redis.on('ready', () => (this.refusal = undefined));
    return redis;
  }
}
