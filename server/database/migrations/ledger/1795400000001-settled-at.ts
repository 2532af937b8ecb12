import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/**
 * The time of a charge in the ledger becomes the start of its request, so that two processes that settle one request charge
 * it once. The time of its settlement, which is that of its log row, gets a column of its own. 0 in entries of earlier
 * releases and in all others: it is the time of the entry.
 */
export class SettledAt1795400000001 implements Migration {
  readonly name = 'SettledAt1795400000001';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger_entries ADD settled_at bigint NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger_entries DROP settled_at');
  }
}
