import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * GET /api/search and /api/user-tokens?keyword: name ILIKE '%…%' among the tokens of all users. Charges do not change names, so the
 * index costs them nothing.
 */
export class IndexTokenNames1795700000240 implements MigrationInterface {
  readonly name = 'IndexTokenNames1795700000240';

  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX tokens_words ON tokens USING gin (name gin_trgm_ops)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX tokens_words');
  }
}
