import { IndexMigration } from '../../index-migration.js';

/** Indexes of tables that may be large. They were parts of other migrations before, which held locks while they built them. */
export class IndexLargeTables1795700000371 extends IndexMigration {
  readonly name = 'IndexLargeTables1795700000371';
  readonly indexes = [
    // Filters of the log by the name of a token, without an account.
    { name: 'tokens_name', table: 'tokens', columns: '(name)' },
    // Sums of the ledger over a period. Entries are nearly in the order of time, and an index of ranges of pages costs nothing per row.
    {
      name: 'ledger_entries_time',
      table: 'ledger_entries',
      columns: 'USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on)',
    },
    // Hours with failed requests, which costs count beside the sums.
    {
      name: 'request_hours_failed',
      table: 'request_hours',
      columns: '(at, channel_id, model, upstream_error, cut) WHERE upstream_error + cut > 0',
    },
    {
      name: 'redemptions_campaign',
      table: 'redemptions',
      columns: `(campaign, id) WHERE deleted_at IS NULL AND campaign <> ''`,
    },
  ];
}
