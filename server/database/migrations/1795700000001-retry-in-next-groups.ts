import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens of group `auto` may be served by the next group; those that exist keep to one group. */
export class RetryInNextGroups1795700000001 implements MigrationInterface {
  name = 'RetryInNextGroups1795700000001';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE tokens ADD COLUMN cross_group_retry boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE tokens DROP COLUMN cross_group_retry');
  }
}
