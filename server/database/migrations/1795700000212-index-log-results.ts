import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Charged requests whose first data took three seconds or longer, and those that were answered after a call had failed: few of
 * very many. The conditions are those of `billing/logs/log-results.ts`.
 */
export class IndexLogResults1795700000212 implements MigrationInterface {
  readonly name = 'IndexLogResults1795700000212';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX logs_slow ON logs (created_at, id)
       WHERE type = 2 AND (substring(other FROM '"frt":([0-9]{1,9})'))::integer >= 3000`,
    );
    await db.query(
      `CREATE INDEX logs_rescued ON logs (created_at, id)
       WHERE type = 2 AND other LIKE '%"failures":[{%' AND other NOT LIKE '%"stream_status":{"status":"error"%'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX logs_rescued');
    await db.query('DROP INDEX logs_slow');
  }
}
