import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rejected journal entries of the sweeper stay distinguishable from those of servers: when they are replayed, they must not
 * replace what the server charged.
 */
export class ProvisionalRejections1795400000002 implements MigrationInterface {
  readonly name = 'ProvisionalRejections1795400000002';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE rejected_entries ADD is_provisional boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE rejected_entries DROP is_provisional');
  }
}
