import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { within } from '../../deadline.js';

/** How long the ledger waits for Redis before it calls it away, in milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * A Lua script of ours: sent by its hash, in full only to a Redis that does not know it yet.
 * Keys are computed inside from ids, so these scripts want one Redis (with replicas), not a Redis Cluster.
 */
export class Script {
  private readonly hash: string;

  constructor(private readonly source: string) {
    this.hash = createHash('sha1').update(source).digest('hex');
  }

  /** Runs atomically. Rejects when Redis is away or does not answer in time; then it may have run or not. */
  run(redis: Redis, args: readonly (string | number | Buffer)[], timeoutMs = TIMEOUT_MS): Promise<unknown> {
    return within(this.send(redis, args), timeoutMs, 'Redis');
  }

  private async send(redis: Redis, args: readonly (string | number | Buffer)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.hash, 0, ...args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(this.source, 0, ...args);
    }
  }
}
