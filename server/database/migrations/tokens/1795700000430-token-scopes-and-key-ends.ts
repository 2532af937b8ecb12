import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/**
 * What a token may be used for; of a key that is not stored, its last characters, the secret that signs hooks of tasks, and the id of the secret of its hash. Programs of
 * the previous release do not use the columns: to them, each token has all scopes.
 */
export class TokenScopesAndKeyEnds1795700000430 implements Migration {
  readonly name = 'TokenScopesAndKeyEnds1795700000430';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE tokens ADD COLUMN scopes text NOT NULL DEFAULT '', ADD COLUMN key_end text NOT NULL DEFAULT '',
         ADD COLUMN hook_secret text NOT NULL DEFAULT '', ADD COLUMN hash_key text`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE tokens DROP COLUMN scopes, DROP COLUMN key_end, DROP COLUMN hook_secret, DROP COLUMN hash_key',
    );
  }
}
