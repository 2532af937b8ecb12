import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Index for receipts requested by request id. */
export class IndexReceipts1795200000007 implements Migration {
  readonly name = 'IndexReceipts1795200000007';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    // GET /api/log/{id}/receipt: avoids a scan of all rows written in the hours after the request.
    await db.query('CREATE INDEX logs_request ON logs (request_id) WHERE type = 2');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX logs_request');
  }
}
