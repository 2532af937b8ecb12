import type { ClientBase } from 'pg';
import { shardName } from '../../../core/redis/cluster/shards.js';
import { prepared } from './prepared.js';

/** The last entry of a stream in Redis that is in Postgres. */
export interface Position {
  /** Epoch of the journal that the id belongs to; '' = Redis had none. */
  readonly epoch: string;
  readonly lastId: string;
  /** Of a cluster; undefined for a single Redis. */
  readonly shard?: number | undefined;
}

/**
 * Stores the position in the transaction that stores the entries.
 * @param name of the stream in `posting_positions`; in a cluster, the name of the shard follows it
 * @param entries number of entries that were new to Postgres
 */
export async function savePosition(
  client: ClientBase,
  name: string,
  { epoch, lastId, shard }: Position,
  entries: number,
): Promise<void> {
  await client.query(
    prepared(
      'save-position',
      `INSERT INTO posting_positions (name, epoch, last_id, posted_at, entries, shard)
     VALUES ($1, $2, $3, floor(extract(epoch FROM now()))::bigint, $4, $5)
     ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch, last_id = excluded.last_id,
       posted_at = excluded.posted_at, entries = posting_positions.entries + excluded.entries`,
      [shard === undefined ? name : `${name}:${shardName(shard)}`, epoch, lastId, entries, shard ?? 0],
    ),
  );
}
