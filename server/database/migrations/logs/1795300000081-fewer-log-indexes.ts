import type { QueryRunner } from 'typeorm';
import type { LongStep, Migration } from '../../migration.js';

/**
 * Fewer indexes on the tables that every request writes to: each index of `logs` and `ledger_entries` costs Postgres
 * about 2 µs per row. `logs_created`, the two of the ledger and that of the hours are built anew, which locks writes to their
 * tables while it runs. Tables are taken in the order in which charges are posted: another order ends in deadlocks with
 * servers and workers at work.
 */
export class FewerLogIndexes1795300000081 implements Migration {
  readonly name = 'FewerLogIndexes1795300000081';
  readonly phase = 'expand';
  readonly longSteps: readonly LongStep[] = [
    { table: 'ledger_entries', action: 'builds an index', blocks: 'reads and writes' },
    { table: 'logs', action: 'builds an index', blocks: 'reads and writes' },
    { table: 'quota_data', action: 'builds an index', blocks: 'reads and writes' },
  ];

  async up(db: QueryRunner): Promise<void> {
    // Whether a user has entries: all but the charges of tokens, which `ledger_entries_token` finds.
    await db.query('DROP INDEX ledger_entries_user');
    await db.query(
      `CREATE INDEX ledger_entries_user ON ledger_entries (user_id) WHERE kind <> 'consume' OR token_id = 0`,
    );
    await db.query('DROP INDEX ledger_entries_token');
    await db.query('CREATE INDEX ledger_entries_token ON ledger_entries (token_id) WHERE token_id <> 0');
    // Unfiltered list, and index-only sums of charges: the type of nearly all rows is that of a consumption.
    await db.query('DROP INDEX logs_created');
    await db.query('CREATE INDEX logs_created ON logs (created_at, id, type, quota)');
    // Lists of any other type. Rows of consumption are not in it.
    await db.query('DROP INDEX logs_type_created');
    await db.query('CREATE INDEX logs_other_types ON logs (type, created_at) WHERE type <> 2');
    // Receipts by request id: the ledger has an entry per request, found by `ledger_entries_once`.
    await db.query('DROP INDEX logs_request');
    // Dashboard of one user as well as the conflict target of the upsert.
    await db.query('DROP INDEX quota_data_hour, quota_data_user_created');
    await db.query(
      'CREATE UNIQUE INDEX quota_data_hour ON quota_data (user_id, created_at, model_name, username)',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX quota_data_hour');
    await db.query(
      'CREATE UNIQUE INDEX quota_data_hour ON quota_data (user_id, username, model_name, created_at)',
    );
    await db.query('CREATE INDEX quota_data_user_created ON quota_data (user_id, created_at)');
    await db.query('DROP INDEX ledger_entries_token, ledger_entries_user');
    await db.query('CREATE INDEX ledger_entries_token ON ledger_entries (token_id, created_at)');
    await db.query('CREATE INDEX ledger_entries_user ON ledger_entries (user_id, created_at, id)');
    await db.query('CREATE INDEX logs_request ON logs (request_id) WHERE type = 2');
    await db.query('DROP INDEX logs_other_types, logs_created');
    await db.query('CREATE INDEX logs_type_created ON logs (type, created_at, quota)');
    await db.query('CREATE INDEX logs_created ON logs (created_at, id)');
  }
}
