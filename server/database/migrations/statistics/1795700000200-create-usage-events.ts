import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** The place of the stream of usage events, and events that their receiver refused. Earlier releases do not use the tables. */
export class CreateUsageEvents1795700000200 implements Migration {
  readonly name = 'CreateUsageEvents1795700000200';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE usage_streams (
      name text PRIMARY KEY,
      position bigint NOT NULL,
      events bigint NOT NULL DEFAULT 0,
      delivered_at bigint NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      failed_at bigint NOT NULL DEFAULT 0,
      last_error text NOT NULL DEFAULT '',
      due_at bigint NOT NULL DEFAULT 0)`);
    await db.query(`CREATE TABLE usage_dead_letters (
      entry_id bigint PRIMARY KEY,
      event_id text NOT NULL,
      event text NOT NULL,
      error text NOT NULL,
      refused_at bigint NOT NULL,
      is_due boolean NOT NULL DEFAULT false)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE usage_dead_letters, usage_streams');
  }
}
