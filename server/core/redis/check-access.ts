import { Redis, type RedisOptions } from 'ioredis';
import { isIPv6 } from 'node:net';
import { CannotStart } from '../commands/cannot-start.js';
import { textOf, type Failure } from '../connections/message.js';
import { isClusterAddress, readClusterAddress } from './cluster/cluster-address.js';
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
  const cluster = readClusterAddress(url);
  if (!cluster) return failureAt(url, url, {});
  const scheme = cluster.login.tls ? 'rediss' : 'redis';
  let failure: Failure | undefined;
  // A node may be away: one that can be used is enough.
  for (const node of cluster.nodes) {
    const at = `${scheme}://${isIPv6(node.host) ? `[${node.host}]` : node.host}:${node.port}`;
    failure = await failureAt(at, url, cluster.login);
    if (!failure) return undefined;
  }
  return failure;
}

/** @param node the address of one node; @param url the address in the environment */
async function failureAt(node: string, url: string, login: RedisOptions): Promise<Failure | undefined> {
  const redis = new Redis(node, {
    ...login,
    replyMapping: 'legacy',
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
    return unsupported(await redis.info('server'), isClusterAddress(url));
  } catch (error) {
    const problem = cause ?? error;
    return explainRedis(problem, node) ?? { line: `Redis cannot be used: ${String(problem)}`, passes: true };
  } finally {
    redis.disconnect();
  }
}

/** @param server the section `server` of INFO; @param isCluster whether the address names a cluster */
function unsupported(server: string, isCluster: boolean): Failure | undefined {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(server)?.[1] ?? '';
  const version = field('redis_version');
  if (version !== '' && Number.parseInt(version, 10) < MIN_REDIS)
    return { line: textOf(redisMessages.version, { version }), passes: false };
  const mode = field('redis_mode');
  if (isCluster)
    return mode === 'cluster' ? undefined : { line: textOf(redisMessages.noCluster), passes: false };
  if (mode === 'cluster') return { line: textOf(redisMessages.clusterMode), passes: false };
  if (mode !== '' && mode !== 'standalone')
    return { line: textOf(redisMessages.mode, { mode }), passes: false };
  return undefined;
}
