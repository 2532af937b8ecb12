import { IndexMigration } from '../../index-migration.js';

/** GET /api/audit and /api/audit/export with start_timestamp or end_timestamp: where the ids of a range begin and end. */
export class IndexAuditTime1795700000365 extends IndexMigration {
  readonly name = 'IndexAuditTime1795700000365';
  readonly indexes = [{ name: 'audit_log_time', table: 'audit_log', columns: '(created_at, id)' }];
}
