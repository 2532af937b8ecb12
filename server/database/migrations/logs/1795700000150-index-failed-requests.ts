import { IndexMigration } from '../../index-migration.js';

/** Rows of requests other than charges, found by the id of the request. Charges are found through the ledger. */
export class IndexFailedRequests1795700000150 extends IndexMigration {
  readonly name = 'IndexFailedRequests1795700000150';
  readonly indexes = [
    {
      name: 'logs_other_requests',
      table: 'logs',
      columns: `(request_id, created_at) WHERE type <> 2 AND request_id <> ''`,
    },
  ];
}
