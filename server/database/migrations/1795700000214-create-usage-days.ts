import type { MigrationInterface, QueryRunner } from 'typeorm';

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

/** Sums of 24 hours, for costs over months, and an index of the hours with failed requests, which costs count beside them. */
export class CreateUsageDays1795700000214 implements MigrationInterface {
  readonly name = 'CreateUsageDays1795700000214';

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
    await db.query(
      `CREATE INDEX request_hours_failed ON request_hours (at, channel_id, model, upstream_error, cut)
       WHERE upstream_error + cut > 0`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX request_hours_failed');
    await db.query('DROP TABLE usage_day_starts');
    await db.query('DROP TABLE usage_summed_days');
    await db.query('DROP TABLE usage_channel_days');
  }
}
