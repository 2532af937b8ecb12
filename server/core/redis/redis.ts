import { Redis, type RedisOptions } from 'ioredis';

const SHARED: RedisOptions = {
  // Commands fail at once while disconnected, so that the caller decides whether to reject or to spool.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 5000,
  // Also gives up on a connected Redis that does not respond. The ledger's scripts have shorter limits of their own.
  commandTimeout: 30_000,
  // A primary that became a replica rejects writes; reconnecting reaches the new primary behind the same address.
  reconnectOnError: (error) => error.message.includes('READONLY'),
  retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
  // Measured on the relay path: costs more than it saves.
  enableAutoPipelining: false,
};

/** Opens a connection for commands. It reconnects indefinitely; the caller must handle its `error` events. */
export function connectRedis(url: string, options: RedisOptions = {}): Redis {
  return new Redis(url, { ...SHARED, ...options });
}

/** Resolves when the connection accepts commands; rejects after `timeoutMs`. */
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
