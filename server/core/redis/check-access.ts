import { Redis } from 'ioredis';
import { CannotStart } from '../commands/cannot-start.js';
import { textOf, type Failure } from '../connections/message.js';
import { explainRedis, MIN_REDIS, redisMessages } from '../connections/redis-messages.js';

const TIMEOUT_MS = 5000;

/**
 * Checks at the start of a program that Redis can be used as it is. A Redis that cannot be reached yet is reported on
 * stderr and passes, because the application reconnects by itself.
 * @throws CannotStart with one line that names the variable
 */
export async function checkRedisAccess(url: string): Promise<void> {
  const failure = await failureOf(url);
  if (!failure) return;
  const line = `REDIS_URL: ${failure.line}`;
  if (!failure.passes) throw new CannotStart(line);
  console.error(`tollgate: ${line}; starting without it`);
}

/** Connects once. @returns undefined if Redis can be used */
export async function failureOf(url: string): Promise<Failure | undefined> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    // The ready check of the client waits for Redis to load its data.
    enableReadyCheck: false,
  });
  /** The error of the connection is more precise than that of the command that failed with it. */
  let cause: unknown;
  redis.on('error', (error) => (cause ??= error));
  try {
    await redis.connect();
    return unsupported(await redis.info('server'));
  } catch (error) {
    const problem = cause ?? error;
    return explainRedis(problem, url) ?? { line: `Redis cannot be used: ${String(problem)}`, passes: true };
  } finally {
    redis.disconnect();
  }
}

/** @param server the section `server` of INFO */
function unsupported(server: string): Failure | undefined {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(server)?.[1] ?? '';
  const version = field('redis_version');
  if (version !== '' && Number.parseInt(version, 10) < MIN_REDIS)
    return { line: textOf(redisMessages.version, { version }), passes: false };
  const mode = field('redis_mode');
  if (mode !== '' && mode !== 'standalone')
    return { line: textOf(redisMessages.mode, { mode }), passes: false };
  return undefined;
}
