import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/**
 * The id of the secret by which a hash was made, so that a rotation of the secret knows what still depends on the former one. The
 * previous release writes hashes without it: null is the secret whose check has id 1.
 */
export class NameHashSecrets1795700000440 implements Migration {
  readonly name = 'NameHashSecrets1795700000440';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE users ADD COLUMN access_token_key text');
    await db.query('ALTER TABLE invitations ADD COLUMN token_key text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE invitations DROP COLUMN token_key');
    await db.query('ALTER TABLE users DROP COLUMN access_token_key');
  }
}
