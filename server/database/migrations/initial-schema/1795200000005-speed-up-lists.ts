import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Indexes for the lists of an installation with a million users (docs/scale.md). */
export class SpeedUpLists1795200000005 implements Migration {
  readonly name = 'SpeedUpLists1795200000005';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    // Included in Postgres as a trusted extension, so the owner of the database may install it.
    await db.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    // GET /api/user/search?keyword: username, display_name or email ILIKE '%…%', one bitmap for each.
    await db.query(
      `CREATE INDEX users_words ON users USING gin
         (username gin_trgm_ops, display_name gin_trgm_ops, email gin_trgm_ops)`,
    );
    // GET /api/user/search?group: "group" = …, newest first.
    await db.query(`CREATE INDEX users_group ON users ("group", id)`);
    // GET /api/redemption/: rows that are not deleted, newest first; index-only scans skip to distant pages.
    await db.query(`CREATE INDEX redemptions_live ON redemptions (id) WHERE deleted_at IS NULL`);
    // GET /api/task/ with a selective filter, newest first.
    await db.query(`CREATE INDEX tasks_status ON tasks (status, id)`);
    await db.query(`CREATE INDEX tasks_platform ON tasks (platform, id)`);
    await db.query(`CREATE INDEX tasks_action ON tasks (action, id)`);
    // GET /api/log/stat: index-only sum(quota) WHERE type = 2 AND created_at …
    await db.query('DROP INDEX logs_type_created');
    await db.query('CREATE INDEX logs_type_created ON logs (type, created_at, quota)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX logs_type_created');
    await db.query('CREATE INDEX logs_type_created ON logs (type, created_at)');
    await db.query(
      'DROP INDEX users_words, users_group, redemptions_live, tasks_status, tasks_platform, tasks_action',
    );
  }
}
