import { Redis, type RedisOptions } from 'ioredis';
import {
  connectCluster,
  connectClusterForLibrary,
  connectToAnyNode,
  ledgersOf,
  type ClusterTerms,
} from './cluster/cluster-redis.js';
import { readClusterAddress } from './cluster/cluster-address.js';
import { DEFAULT_SHARDS } from './cluster/shards.js';
import { ClusterTopology } from './cluster/topology.js';
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
  /** Number of shards of the ledger; of a cluster. */
  readonly shards?: number;
}

/**
 * Opens a connection for commands. It reconnects indefinitely, and is ready only while Redis can be used (`checkBeforeReady`);
 * the caller must handle its `error` events, among them `RedisRefused`.
 *
 * The address of a cluster opens a `ClusterRedis`, which has the commands of `Redis`: those on a single key reach its node, scripts
 * are given a key (`Script`), and what reads several keys, all keys or the ledger uses the functions of `core/redis/cluster`.
 */
export function connectRedis(
  url: string,
  {
    installation = '',
    silenceMs = SILENCE_MS,
    shards = DEFAULT_SHARDS,
    ...options
  }: RedisOptions & ConnectionTerms = {},
): Redis {
  const terms = clusterTerms(url, { installation, silenceMs, ...options });
  if (terms) return connectCluster(terms, shards) as unknown as Redis;
  return prepared(new Redis(url, { ...SHARED, ...options }), { installation, silenceMs });
}

/** Opens a connection for events. */
export function connectSubscriber(url: string, installation: string): Redis {
  const terms = clusterTerms(url, { installation, silenceMs: SILENCE_MS });
  return terms ? connectToAnyNode(terms) : connectRedis(url, { installation });
}

function clusterTerms(
  url: string,
  { installation, silenceMs, ...options }: RedisOptions & Required<Omit<ConnectionTerms, 'shards'>>,
): ClusterTerms | undefined {
  const address = readClusterAddress(url);
  if (!address) return undefined;
  const topology = new ClusterTopology(address);
  return { address, topology, installation, silenceMs, options: { ...SHARED, ...options } };
}

/** Opens a connection with the options of its library, such as BullMQ, and the same checks. */
export function connectForLibrary(
  url: string,
  options: RedisOptions,
  terms: Required<Omit<ConnectionTerms, 'shards'>>,
): Redis {
  const address = readClusterAddress(url);
  if (address) return connectClusterForLibrary(address, options) as unknown as Redis;
  return prepared(new Redis(url, options), terms);
}

function prepared(
  redis: Redis,
  { installation, silenceMs }: Required<Omit<ConnectionTerms, 'shards'>>,
): Redis {
  checkBeforeReady(redis, installation);
  replaceSilent(redis, silenceMs);
  return redis;
}

/** Resolves when the connection accepts commands, in a cluster also those of the ledgers; rejects after `timeoutMs`. */
export async function ready(redis: Redis, timeoutMs = 10_000): Promise<void> {
  const ledgers = ledgersOf(redis).filter((ledger) => ledger !== redis);
  await Promise.all([redis, ...ledgers].map((one) => readyAlone(one, timeoutMs)));
}

async function readyAlone(redis: Redis, timeoutMs: number): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis did not answer in time')), timeoutMs);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
