import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/** Tables whose rows every posted batch updates. */
const UPDATED = ['users', 'tokens', 'quota_data'];

/**
 * Leaves room on each page for the next version of its rows, so that an update need not enter the row in every index again.
 * Only pages filled from now on have it; `VACUUM FULL` rewrites the others.
 */
export class LeaveRoomForBalances1795300000082 implements Migration {
  readonly name = 'LeaveRoomForBalances1795300000082';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    for (const table of UPDATED) await db.query(`ALTER TABLE ${table} SET (fillfactor = 75)`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of UPDATED) await db.query(`ALTER TABLE ${table} RESET (fillfactor)`);
  }
}
