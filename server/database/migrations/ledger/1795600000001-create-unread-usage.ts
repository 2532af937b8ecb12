import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Members of providers' usage objects that no reader knows. Servers of the previous release do not use the table. */
export class CreateUnreadUsage1795600000001 implements Migration {
  readonly name = 'CreateUnreadUsage1795600000001';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE unread_usage (
      provider text NOT NULL,
      member text NOT NULL,
      model text NOT NULL,
      first_seen bigint NOT NULL,
      last_seen bigint NOT NULL,
      count bigint NOT NULL,
      example double precision NOT NULL,
      PRIMARY KEY (provider, member, model))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE unread_usage');
  }
}
