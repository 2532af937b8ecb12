import { IndexMigration } from '../../index-migration.js';

/**
 * GET /api/search and /api/user-tokens?keyword: name ILIKE '%…%' among the tokens of all users. Charges do not change names, so the
 * index costs them nothing.
 */
export class IndexTokenNames1795700000240 extends IndexMigration {
  readonly name = 'IndexTokenNames1795700000240';
  readonly indexes = [{ name: 'tokens_words', table: 'tokens', columns: 'USING gin (name gin_trgm_ops)' }];
}
