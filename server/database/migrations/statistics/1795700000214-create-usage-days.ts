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

/** Sums of 24 hours, for costs over months. */
export class CreateUsageDays1795700000214 implements Migration {
  readonly name = 'CreateUsageDays1795700000214';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE usage_channel_days (
        at bigint NOT NULL,
        channel_id bigint NOT NULL,
        model text NOT NULL,
        group_name text NOT NULL,
        ${AMOUNTS},
        PRIMARY KEY (at, channel_id, model, group_name))`);
    await db.query('CREATE TABLE usage_summed_days (at bigint PRIMARY KEY)');
    await db.query('CREATE TABLE usage_day_starts (hour integer PRIMARY KEY, asked_at bigint NOT NULL)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE usage_day_starts');
    await db.query('DROP TABLE usage_summed_days');
    await db.query('DROP TABLE usage_channel_days');
  }
}
