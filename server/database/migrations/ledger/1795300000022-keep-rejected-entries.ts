import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Journal entries the poster could not read, stored until a worker that understands them replays them. */
export class KeepRejectedEntries1795300000022 implements Migration {
  readonly name = 'KeepRejectedEntries1795300000022';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE rejected_entries (
      hash text PRIMARY KEY,
      request_id text NOT NULL,
      user_id bigint NOT NULL,
      token_id bigint NOT NULL,
      charge bigint NOT NULL,
      entry text NOT NULL,
      reason text NOT NULL,
      rejected_at bigint NOT NULL,
      replayed_at bigint NOT NULL DEFAULT 0
    )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE rejected_entries');
  }
}
