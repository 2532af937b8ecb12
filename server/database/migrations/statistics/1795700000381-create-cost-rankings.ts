import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Rankings of costs that workers keep ready. Servers and workers of the previous release do not use the tables. */
export class CreateCostRankings1795700000381 implements Migration {
  readonly name = 'CreateCostRankings1795700000381';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE cost_rankings (
      dimension text NOT NULL,
      period text NOT NULL,
      time_zone text NOT NULL,
      period_from bigint NOT NULL,
      period_to bigint NOT NULL,
      refresh_at bigint NOT NULL,
      keys jsonb NOT NULL,
      PRIMARY KEY (dimension, period, time_zone))`);
    await db.query('CREATE TABLE cost_time_zones (time_zone text PRIMARY KEY, asked_at bigint NOT NULL)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE cost_time_zones');
    await db.query('DROP TABLE cost_rankings');
  }
}
