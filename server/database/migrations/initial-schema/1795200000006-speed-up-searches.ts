import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Indexes for the lists of an installation with a million users and ten thousand channels (docs/scale.md). */
export class SpeedUpSearches1795200000006 implements Migration {
  readonly name = 'SpeedUpSearches1795200000006';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    // GET /api/user/search?keyword with one or two characters, too short for trigrams: lower(…) LIKE '…%'.
    for (const column of ['username', 'display_name', 'email'])
      await db.query(`CREATE INDEX users_${column}_start ON users (lower(${column}) text_pattern_ops)`);
    // GET /api/channel/: by priority, highest first.
    await db.query('CREATE INDEX channels_priority ON channels (priority, id)');
    // GET /api/channel/search?keyword and &model: name or models ILIKE '%…%'.
    await db.query(
      'CREATE INDEX channels_words ON channels USING gin (name gin_trgm_ops, models gin_trgm_ops)',
    );
    // GET /api/channel/?tag_mode=true: tags by highest priority and newest channel, as an index-only scan.
    await db.query('DROP INDEX channels_tag');
    await db.query('CREATE INDEX channels_tag ON channels (tag, priority, id)');
    // GET /api/mj/ and /api/task/ within a time range, newest first; index-only scans skip to distant pages.
    for (const table of ['midjourneys', 'tasks']) {
      await db.query(`DROP INDEX ${table}_submit_time`);
      await db.query(`CREATE INDEX ${table}_submit_time ON ${table} (submit_time, id)`);
    }
    // GET /api/log/self?model_name: index-only counts of a user's rows per model.
    await db.query('DROP INDEX logs_user_created');
    await db.query('CREATE INDEX logs_user_created ON logs (user_id, created_at, id, model_name)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX logs_user_created');
    await db.query('CREATE INDEX logs_user_created ON logs (user_id, created_at, id)');
    for (const table of ['midjourneys', 'tasks']) {
      await db.query(`DROP INDEX ${table}_submit_time`);
      await db.query(`CREATE INDEX ${table}_submit_time ON ${table} (submit_time)`);
    }
    await db.query('DROP INDEX channels_tag');
    await db.query('CREATE INDEX channels_tag ON channels (tag)');
    await db.query(
      'DROP INDEX channels_priority, channels_words, users_username_start, users_display_name_start, users_email_start',
    );
  }
}
