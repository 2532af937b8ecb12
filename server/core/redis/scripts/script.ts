import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { within } from '../../deadline.js';
import { isMoving } from '../cluster/cluster-replies.js';
import { ShardRedis } from '../cluster/shard-redis.js';
import { KEYS, type LedgerKeys } from './keys.js';

/** How long to wait for Redis before treating it as unreachable, milliseconds. */
const TIMEOUT_MS = 2000;
/** Milliseconds until a script whose slot moves to another node is tried again. */
const MOVING_PAUSE_MS = 25;

interface Source {
  readonly text: string;
  readonly hash: string;
}

/**
 * A Lua script, called by its hash; the source is sent only to a Redis that does not have it yet. Scripts of the ledger compute
 * keys from ids. A single Redis has one version of a script; each shard of a cluster has its own, with the hash tag of the shard
 * in every key, so that all keys of a call are on one node.
 */
export class Script {
  private readonly single: Source;
  private readonly ofShards: Source[] = [];

  /** @param source the text, or the text for the names of the keys */
  constructor(private readonly source: string | ((keys: LedgerKeys) => string)) {
    this.single = this.written(KEYS);
  }

  /**
   * Runs the script atomically. Rejects if Redis is unreachable or does not respond in time; whether the script ran is
   * then unknown.
   * @param key a key of the script, which tells a cluster the node; scripts of the ledger need none
   */
  run(
    redis: Redis,
    args: readonly (string | number | Buffer)[],
    timeoutMs = TIMEOUT_MS,
    key?: string,
  ): Promise<unknown> {
    if (redis instanceof ShardRedis)
      return within(this.runInShard(redis, args, timeoutMs), timeoutMs, 'Redis');
    const sent =
      key !== undefined && redis.isCluster ? this.sendTo(key, redis, args) : this.send(redis, args);
    return within(sent, timeoutMs, 'Redis');
  }

  private async send(redis: Redis, args: readonly (string | number | Buffer)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.single.hash, 0, ...args);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return redis.eval(this.single.text, 0, ...args);
    }
  }

  private async sendTo(
    key: string,
    redis: Redis,
    args: readonly (string | number | Buffer)[],
  ): Promise<unknown> {
    try {
      return await redis.evalsha(this.single.hash, 1, key, ...args);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return redis.eval(this.single.text, 1, key, ...args);
    }
  }

  /**
   * Names two keys of the shard, one of which never exists. While a slot moves to another node, Redis then refuses the whole call
   * on both nodes, instead of failing in the middle of the script, where some of its keys have left already. Such a call has not
   * run, and is repeated until the slot has moved.
   */
  private async runInShard(
    redis: ShardRedis,
    args: readonly (string | number | Buffer)[],
    timeoutMs: number,
  ): Promise<unknown> {
    const { epoch, absent } = redis.ledgerKeys;
    const { text, hash } = (this.ofShards[redis.shard] ??= this.written(redis.ledgerKeys));
    for (const end = performance.now() + timeoutMs; ;) {
      try {
        return await redis.evalsha(hash, 2, epoch, absent, ...args).catch((error: unknown) => {
          if (!isUnknownScript(error)) throw error;
          return redis.eval(text, 2, epoch, absent, ...args);
        });
      } catch (error) {
        if (!isMoving(error) || performance.now() + MOVING_PAUSE_MS > end) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, MOVING_PAUSE_MS));
    }
  }

  private written(keys: LedgerKeys): Source {
    const text = typeof this.source === 'string' ? this.source : this.source(keys);
    return { text, hash: createHash('sha1').update(text).digest('hex') };
  }
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
