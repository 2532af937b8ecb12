import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { within } from '../../deadline.js';

/** How long to wait for Redis before treating it as unreachable, milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * A Lua script, called by its hash; the source is sent only to a Redis that does not have it yet. The scripts compute
 * keys from ids, so they need a single Redis (replicas are fine), not a Redis Cluster.
 */
export class Script {
  private readonly hash: string;

  constructor(private readonly source: string) {
    this.hash = createHash('sha1').update(source).digest('hex');
  }

  /**
   * Runs the script atomically. Rejects if Redis is unreachable or does not respond in time; whether the script ran is
   * then unknown.
   */
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
