import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/**
 * Number of shards of the ledger in a Redis cluster (0 = none was used yet), and the shard of a posting position. The rows of a
 * single Redis keep their names, and servers and workers of the previous release read and write them as before.
 */
export class ShardsOfRedis1795700000530 implements Migration {
  readonly name = 'ShardsOfRedis1795700000530';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE installations ADD redis_shards integer NOT NULL DEFAULT 0');
    await db.query('ALTER TABLE posting_positions ADD shard integer NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE posting_positions DROP shard');
    await db.query('ALTER TABLE installations DROP redis_shards');
  }
}
