import type { QueryRunner } from 'typeorm';
import type { LongStep, Migration } from '../migration.js';

/** Columns by which tasks are charged, polled and refunded. Tasks of earlier releases are not polled. */
export class PollTasks1795300000071 implements Migration {
  readonly name = 'PollTasks1795300000071';
  readonly phase = 'expand';
  readonly longSteps: readonly LongStep[] = [
    { table: 'midjourneys', action: 'builds an index', blocks: 'reads and writes' },
    { table: 'tasks', action: 'builds an index', blocks: 'reads and writes' },
  ];

  async up(db: QueryRunner): Promise<void> {
    for (const table of ['midjourneys', 'tasks']) {
      await db.query(`
        ALTER TABLE ${table}
          ADD COLUMN upstream_id text NOT NULL DEFAULT '',
          ADD COLUMN request_id text NOT NULL DEFAULT '',
          ADD COLUMN token_id bigint NOT NULL DEFAULT 0,
          ADD COLUMN group_name text NOT NULL DEFAULT '',
          ADD COLUMN model text NOT NULL DEFAULT '',
          ADD COLUMN upstream_model text NOT NULL DEFAULT '',
          ADD COLUMN key_index integer NOT NULL DEFAULT 0,
          ADD COLUMN settlement text NOT NULL DEFAULT 'none',
          ADD COLUMN price jsonb,
          ADD COLUMN results jsonb,
          ADD COLUMN note text NOT NULL DEFAULT '',
          ADD COLUMN notify_hook text NOT NULL DEFAULT '',
          ADD COLUMN notify_secret text NOT NULL DEFAULT '',
          ADD COLUMN notify_sequence integer NOT NULL DEFAULT 0,
          ADD COLUMN next_poll_at timestamptz,
          ADD COLUMN poll_attempts integer NOT NULL DEFAULT 0,
          ADD COLUMN poll_errors integer NOT NULL DEFAULT 0,
          ADD COLUMN lease_owner text NOT NULL DEFAULT '',
          ADD COLUMN lease_until timestamptz,
          ADD COLUMN deadline_at timestamptz,
          ADD COLUMN version integer NOT NULL DEFAULT 0`);
      await db.query(
        `CREATE INDEX ${table}_due ON ${table} (channel_id, next_poll_at) WHERE next_poll_at IS NOT NULL`,
      );
      await db.query(
        `CREATE INDEX ${table}_deadline ON ${table} (deadline_at) WHERE deadline_at IS NOT NULL`,
      );
      await db.query(
        `CREATE INDEX ${table}_upstream_id ON ${table} (channel_id, upstream_id) WHERE upstream_id <> ''`,
      );
    }
    await db.query(`ALTER TABLE midjourneys ADD COLUMN mode text NOT NULL DEFAULT ''`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE midjourneys DROP COLUMN mode`);
    for (const table of ['midjourneys', 'tasks'])
      await db.query(`
        ALTER TABLE ${table} DROP COLUMN upstream_id, DROP COLUMN request_id, DROP COLUMN token_id,
          DROP COLUMN group_name, DROP COLUMN model, DROP COLUMN upstream_model, DROP COLUMN key_index,
          DROP COLUMN settlement, DROP COLUMN price, DROP COLUMN results, DROP COLUMN note, DROP COLUMN notify_hook,
          DROP COLUMN notify_secret, DROP COLUMN notify_sequence, DROP COLUMN next_poll_at, DROP COLUMN poll_attempts,
          DROP COLUMN poll_errors, DROP COLUMN lease_owner, DROP COLUMN lease_until, DROP COLUMN deadline_at,
          DROP COLUMN version`);
  }
}
