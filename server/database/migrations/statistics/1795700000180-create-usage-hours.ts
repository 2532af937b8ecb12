import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

const AMOUNTS = [
  'requests',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'quota',
  'list_quota',
]
  .map((column) => `${column} bigint NOT NULL`)
  .join(',\n        ');

/**
 * Sums of usage by hour. Workers of the previous release post charges without adding to them: `UsageRebuild` compares the hours with
 * the ledger and counts those that differ again, also all from before this release.
 */
export class CreateUsageHours1795700000180 implements Migration {
  readonly name = 'CreateUsageHours1795700000180';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    // Room in each page: rows of the current hour are updated in place.
    await db.query(`CREATE TABLE usage_hours (
        at bigint NOT NULL,
        user_id bigint NOT NULL,
        token_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        model text NOT NULL,
        group_name text NOT NULL,
        ${AMOUNTS},
        PRIMARY KEY (at, user_id, token_id, channel_id, model, group_name)) WITH (fillfactor = 70)`);
    await db.query('CREATE INDEX usage_hours_user ON usage_hours (user_id, at)');
    await db.query(`CREATE TABLE usage_channel_hours (
        at bigint NOT NULL,
        channel_id bigint NOT NULL,
        model text NOT NULL,
        group_name text NOT NULL,
        ${AMOUNTS},
        PRIMARY KEY (at, channel_id, model, group_name)) WITH (fillfactor = 70)`);
    await db.query(`CREATE TABLE usage_rebuilds (
        id integer PRIMARY KEY,
        complete_from bigint NOT NULL,
        compared_at bigint NOT NULL)`);
    // Up to the end of this hour nothing is known to be complete.
    await db.query(
      `INSERT INTO usage_rebuilds VALUES (1, (floor(extract(epoch FROM now()))::bigint / 3600 + 1) * 3600, 0)`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE usage_rebuilds');
    await db.query('DROP TABLE usage_channel_hours');
    await db.query('DROP TABLE usage_hours');
  }
}
