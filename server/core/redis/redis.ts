import { Redis, type RedisOptions } from 'ioredis';

const SHARED: RedisOptions = {
  // Commands fail at once while the connection is down: the caller decides (refuse, or spool), nothing waits unseen.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 5000,
  // One that is connected and says nothing is given up on too. The ledger's scripts have shorter limits of their own.
  commandTimeout: 30_000,
  // A primary that became a replica refuses writes: connected anew, the address leads to the one that took over.
  reconnectOnError: (error) => error.message.includes('READONLY'),
  retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
  // Costs more than it saves on the relay's path (design/performance.md).
  enableAutoPipelining: false,
};

/** A connection for commands. Its `error` events are the caller's to log; it reconnects by itself for ever. */
export function connectRedis(url: string, options: RedisOptions = {}): Redis {
  return new Redis(url, { ...SHARED, ...options });
}

/** Resolves when the connection can take commands; rejects after `timeoutMs`. */
export async function ready(redis: Redis, timeoutMs = 10_000): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis did not answer in time')), timeoutMs);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
