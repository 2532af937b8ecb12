import { Redis, type RedisOptions } from 'ioredis';
import { checkBeforeReady } from './ready-check.js';
import { replaceSilent } from './silence.js';

/** A connection on which commands wait for so long without any answer is replaced, milliseconds. */
const SILENCE_MS = 5000;

const SHARED: RedisOptions = {
  // Commands fail at once while disconnected, so that the caller decides whether to reject or to spool.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 5000,
  // Also gives up on a connected Redis that does not respond. The ledger's scripts have shorter limits of their own.
  commandTimeout: 30_000,
  keepAlive: 10_000,
  // A primary that became a replica rejects writes; reconnecting reaches the new primary behind the same address.
  reconnectOnError: (error) => error.message.includes('READONLY'),
  retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
  // Measured on the relay path: costs more than it saves.
  enableAutoPipelining: false,
};

/** What a connection of this program has beside the options of ioredis. */
interface ConnectionTerms {
  /** Id of the installation, which Redis must be marked with; '' = not compared. */
  readonly installation?: string;
  /** See `replaceSilent`; longer than the longest blocking command. */
  readonly silenceMs?: number;
}

/**
 * Opens a connection for commands. It reconnects indefinitely, and is ready only while Redis can be used (`checkBeforeReady`);
 * the caller must handle its `error` events, among them `RedisRefused`.
 */
export function connectRedis(
  url: string,
  { installation = '', silenceMs = SILENCE_MS, ...options }: RedisOptions & ConnectionTerms = {},
): Redis {
  return prepared(new Redis(url, { ...SHARED, ...options }), { installation, silenceMs });
}

/** Opens a connection with the options of its library, such as BullMQ, and the same checks. */
export function connectForLibrary(
  url: string,
  options: RedisOptions,
  terms: Required<ConnectionTerms>,
): Redis {
  return prepared(new Redis(url, options), terms);
}

function prepared(redis: Redis, { installation, silenceMs }: Required<ConnectionTerms>): Redis {
  checkBeforeReady(redis, installation);
  replaceSilent(redis, silenceMs);
  return redis;
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
