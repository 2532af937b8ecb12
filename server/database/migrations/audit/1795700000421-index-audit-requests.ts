import { IndexMigration } from '../../index-migration.js';

/** GET /api/audit with request_id: the entries of a request. */
export class IndexAuditRequests1795700000421 extends IndexMigration {
  readonly name = 'IndexAuditRequests1795700000421';
  readonly indexes = [{ name: 'audit_log_request', table: 'audit_log', columns: '(request_id)' }];
}
