import { Redis, type RedisOptions } from 'ioredis';
import type { LedgerKeys } from '../scripts/keys.js';

/** The number of the shard that a connection belongs to; undefined for a single Redis. */
export function shardOf(redis: Redis): number | undefined {
  return redis instanceof ShardRedis ? redis.shard : undefined;
}

/**
 * The connection to the node that has a shard of the ledger. It belongs to one node at a time, like that to a single Redis: when
 * the shard moves to another node, or another node takes its place, the connection closes and opens again. So the ledger
 * notices that it may have lost data, which a client that follows redirections silently would hide.
 */
export class ShardRedis extends Redis {
  constructor(
    readonly shard: number,
    readonly ledgerKeys: LedgerKeys,
    options: RedisOptions & { replyMapping?: 'legacy' },
  ) {
    super(options);
  }
}
