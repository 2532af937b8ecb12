import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/** Broken rules of the alerts. Servers of the previous release do not use the table. */
export class CreateAlerts1795700000170 implements Migration {
  readonly name = 'CreateAlerts1795700000170';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE alerts (
      rule text NOT NULL,
      channel_id integer NOT NULL,
      since bigint NOT NULL,
      value double precision NOT NULL,
      clear_since bigint NOT NULL DEFAULT 0,
      ended_at bigint NOT NULL DEFAULT 0,
      notified_at bigint NOT NULL DEFAULT 0,
      end_notified_at bigint NOT NULL DEFAULT 0,
      muted_until bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (rule, channel_id))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE alerts');
  }
}
