import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** When and from where keys were used last. Servers of the previous release do not use the table. */
export class CreateKeyUses1795700000432 implements Migration {
  readonly name = 'CreateKeyUses1795700000432';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    // Rows are changed again and again: room for their next version on the same page.
    await db.query(`CREATE TABLE key_uses (
      token_id bigint NOT NULL,
      kind smallint NOT NULL,
      used_at bigint NOT NULL,
      address text NOT NULL,
      user_agent text NOT NULL,
      refusal text NOT NULL DEFAULT '',
      PRIMARY KEY (token_id, kind)) WITH (fillfactor = 70)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE key_uses');
  }
}
