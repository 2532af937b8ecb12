import type { MigrationInterface, QueryRunner } from 'typeorm';

/** GET /api/audit and /api/audit/export with start_timestamp or end_timestamp: where the ids of a range begin and end. */
export class IndexAuditTime1795700000365 implements MigrationInterface {
  readonly name = 'IndexAuditTime1795700000365';

  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX audit_log_time ON audit_log (created_at, id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX audit_log_time');
  }
}
