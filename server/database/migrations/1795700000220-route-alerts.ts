import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/**
 * Where the notices of each alert rule go. Servers of the previous release send them to the super administrator's account, and leave
 * the new columns as they are.
 */
export class RouteAlerts1795700000220 implements Migration {
  readonly name = 'RouteAlerts1795700000220';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE alert_targets (channel text PRIMARY KEY, setting text NOT NULL)`);
    await db.query(`CREATE TABLE alert_routes (rule text PRIMARY KEY, notify text[] NOT NULL)`);
    await db.query(
      `ALTER TABLE alerts ADD COLUMN begin_waits text[] NOT NULL DEFAULT '{}',
         ADD COLUMN end_waits text[] NOT NULL DEFAULT '{}'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE alerts DROP COLUMN end_waits, DROP COLUMN begin_waits');
    await db.query('DROP TABLE alert_routes');
    await db.query('DROP TABLE alert_targets');
  }
}
