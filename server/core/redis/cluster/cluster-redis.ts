import { Cluster, Redis, type ClusterOptions, type RedisOptions } from 'ioredis';
import { checkBeforeReady } from '../ready-check.js';
import { keysOfShard } from '../scripts/keys.js';
import { replaceSilent } from '../silence.js';
import type { ClusterAddress } from './cluster-address.js';
import { isMoved } from './cluster-replies.js';
import { connectorTo } from './node-connector.js';
import { hashTag, shardOfUser, slotOf } from './shards.js';
import { ShardRedis } from './shard-redis.js';
import { ClusterTopology } from './topology.js';

/** How often a command is sent again while nodes change, every 100 ms: a little longer than a slot of usual size takes to move. */
const MAX_REDIRECTIONS = 16;

type Options = ClusterOptions & { redisOptions: { replyMapping: 'legacy' } };
/** The shapes of replies that all of this program expects; the default. */
const REPLIES = { replyMapping: 'legacy' } as const;

/** What the connections of a cluster have in common. */
export interface ClusterTerms {
  readonly address: ClusterAddress;
  readonly topology: ClusterTopology;
  /** Id of the installation, which the shards must be marked with; '' = not compared. */
  readonly installation: string;
  /** See `replaceSilent`. */
  readonly silenceMs: number;
  readonly options: RedisOptions;
}

/**
 * A Redis Cluster. Commands on single keys outside of the ledger go to the node of their key, which this client finds and follows
 * by itself. Each shard of the ledger has a connection of its own (`ShardRedis`).
 */
export class ClusterRedis extends Cluster {
  constructor(
    readonly shards: readonly ShardRedis[],
    { address, options }: ClusterTerms,
  ) {
    super([...address.nodes], clusterOptions(address, options));
  }

  override disconnect(reconnect = false): void {
    for (const shard of this.shards) shard.disconnect(reconnect);
    super.disconnect(reconnect);
  }

  override async quit(): Promise<'OK'> {
    await Promise.all(this.shards.map((shard) => shard.quit().catch(() => shard.disconnect())));
    return super.quit();
  }
}

/** Opens the client for commands and the shards of the ledger. The caller handles `error` of the client and of each shard. */
export function connectCluster(terms: ClusterTerms, shards: number): ClusterRedis {
  const opened = Array.from({ length: shards }, (_, shard) => connectShard(terms, shard, shards));
  return new ClusterRedis(opened, terms);
}

/** The client of a library, such as BullMQ. */
export function connectClusterForLibrary({ nodes, login }: ClusterAddress, options: RedisOptions): Cluster {
  return new Cluster([...nodes], { redisOptions: { ...options, ...login, ...REPLIES } });
}

/** A connection to any node, another one after each loss, for events: a cluster delivers them from every node to every node. */
export function connectToAnyNode({ address, topology, options, silenceMs }: ClusterTerms): Redis {
  const { login } = address;
  const Connector = connectorTo(() => topology.anyPrimary(), login.tls);
  const redis = new Redis({ ...options, ...login, ...REPLIES, Connector });
  replaceSilent(redis, silenceMs);
  return redis;
}

function connectShard(
  { address, topology, options, installation, silenceMs }: ClusterTerms,
  shard: number,
  shards: number,
): ShardRedis {
  const { login } = address;
  const slot = slotOf(hashTag(shard, shards));
  const redis = new ShardRedis(shard, keysOfShard(shard, shards), {
    ...options,
    ...login,
    ...REPLIES,
    Connector: connectorTo(() => topology.primaryOf(slot), login.tls),
    // Another node has the shard: the connection opens again, to that one.
    reconnectOnError: (error) => error.message.includes('READONLY') || isMoved(error),
  });
  checkBeforeReady(redis, installation);
  replaceSilent(redis, silenceMs);
  return redis;
}

function clusterOptions({ login }: ClusterAddress, options: RedisOptions): Options {
  const { connectTimeout, commandTimeout, keepAlive, retryStrategy } = options;
  return {
    enableOfflineQueue: false,
    maxRedirections: MAX_REDIRECTIONS,
    clusterRetryStrategy: retryStrategy as ClusterOptions['clusterRetryStrategy'],
    redisOptions: { ...login, ...REPLIES, connectTimeout, commandTimeout, keepAlive },
  };
}

/** The connections to the ledgers of a Redis: the only one, or one for each shard of a cluster. */
export function ledgersOf(redis: Redis): readonly Redis[] {
  const client: unknown = redis;
  return client instanceof ClusterRedis ? client.shards : [redis];
}

/** The connection to the ledger that has a user's accounts. */
export function ledgerOfUser(redis: Redis, userId: number): Redis {
  const client: unknown = redis;
  if (!(client instanceof ClusterRedis)) return redis;
  return client.shards[shardOfUser(userId, client.shards.length)]!;
}
