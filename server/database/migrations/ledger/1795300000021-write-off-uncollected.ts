import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** The part of a request's cost beyond the remaining balance: written off, and counted by the ledger audit. */
export class WriteOffUncollected1795300000021 implements Migration {
  readonly name = 'WriteOffUncollected1795300000021';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger_entries ADD COLUMN uncollected bigint NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger_entries DROP COLUMN uncollected');
  }
}
