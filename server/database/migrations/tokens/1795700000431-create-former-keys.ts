import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Keys that were replaced and are accepted for a while. Servers of the previous release refuse them. */
export class CreateFormerKeys1795700000431 implements Migration {
  readonly name = 'CreateFormerKeys1795700000431';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE former_keys (
      token_id bigint PRIMARY KEY,
      key_hash char(64) NOT NULL,
      hash_key text,
      format smallint NOT NULL DEFAULT 1,
      key_end text NOT NULL,
      replaced_at bigint NOT NULL,
      ends_at bigint NOT NULL)`);
    await db.query('CREATE UNIQUE INDEX former_keys_key_hash ON former_keys (key_hash)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE former_keys');
  }
}
