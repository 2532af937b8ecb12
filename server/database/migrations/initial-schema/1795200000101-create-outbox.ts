import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Emails and webhooks waiting to be sent. */
export class CreateOutbox1795200000101 implements Migration {
  readonly name = 'CreateOutbox1795200000101';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE outbox (
        id uuid NOT NULL PRIMARY KEY,
        key text,
        user_id bigint NOT NULL DEFAULT 0,
        type text NOT NULL,
        message text NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        last_error text NOT NULL DEFAULT ''
      )`);
    await db.query(`CREATE UNIQUE INDEX outbox_key ON outbox (key)`);
    await db.query(`CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'waiting'`);
    await db.query(`CREATE INDEX outbox_user_type ON outbox (user_id, type, created_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE outbox');
  }
}
