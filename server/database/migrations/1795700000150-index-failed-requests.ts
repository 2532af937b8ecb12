import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of requests other than charges, found by the id of the request. Charges are found through the ledger. */
export class IndexFailedRequests1795700000150 implements MigrationInterface {
  readonly name = 'IndexFailedRequests1795700000150';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX logs_other_requests ON logs (request_id, created_at) WHERE type <> 2 AND request_id <> ''`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX logs_other_requests');
  }
}
