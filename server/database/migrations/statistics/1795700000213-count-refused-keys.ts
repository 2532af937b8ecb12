import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Calls that a provider refused because of the key. Servers of the previous release count none. */
export class CountRefusedKeys1795700000213 implements Migration {
  readonly name = 'CountRefusedKeys1795700000213';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    for (const table of ['request_minutes', 'request_hours'])
      await db.query(`ALTER TABLE ${table} ADD COLUMN key_refused bigint NOT NULL DEFAULT 0`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['request_hours', 'request_minutes'])
      await db.query(`ALTER TABLE ${table} DROP COLUMN key_refused`);
  }
}
