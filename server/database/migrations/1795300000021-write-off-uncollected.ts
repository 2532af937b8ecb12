import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The part of a request's cost beyond the remaining balance: written off, and counted by the ledger audit. */
export class WriteOffUncollected1795300000021 implements MigrationInterface {
  readonly name = 'WriteOffUncollected1795300000021';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger_entries ADD COLUMN uncollected bigint NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger_entries DROP COLUMN uncollected');
  }
}
