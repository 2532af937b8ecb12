import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Sums of 24 hours by user and token, by which costs over months are ranked. Days that were summed before are summed again. */
export class CreateUsageUserDays1795700000241 implements Migration {
  readonly name = 'CreateUsageUserDays1795700000241';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE usage_user_days (
        at bigint NOT NULL,
        user_id bigint NOT NULL,
        token_id bigint NOT NULL,
        requests bigint NOT NULL,
        quota bigint NOT NULL,
        PRIMARY KEY (at, user_id, token_id))`);
    // Workers of the previous release do not name the column.
    await db.query('ALTER TABLE usage_summed_days ADD COLUMN by_user boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE usage_summed_days DROP COLUMN by_user');
    await db.query('DROP TABLE usage_user_days');
  }
}
