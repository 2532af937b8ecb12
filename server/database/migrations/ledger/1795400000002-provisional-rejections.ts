import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/**
 * Rejected journal entries of the sweeper stay distinguishable from those of servers: when they are replayed, they must not
 * replace what the server charged.
 */
export class ProvisionalRejections1795400000002 implements Migration {
  readonly name = 'ProvisionalRejections1795400000002';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE rejected_entries ADD is_provisional boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE rejected_entries DROP is_provisional');
  }
}
