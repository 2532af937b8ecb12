import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Tokens of group `auto` may be served by the next group; those that exist keep to one group. */
export class RetryInNextGroups1795700000001 implements Migration {
  readonly name = 'RetryInNextGroups1795700000001';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE tokens ADD COLUMN cross_group_retry boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE tokens DROP COLUMN cross_group_retry');
  }
}
