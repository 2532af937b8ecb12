import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/**
 * Result of the last test of a channel:
 * `{"format":1,"ok":false,"code":"…","message":"…","milliseconds":20,"at":1795700000,"model":"…"}`. Servers of the previous
 * release do not use the column; their tests leave it as it is until the next test.
 */
export class LastChannelTest1795700000140 implements Migration {
  readonly name = 'LastChannelTest1795700000140';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE channels ADD COLUMN last_test jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE channels DROP COLUMN last_test');
  }
}
