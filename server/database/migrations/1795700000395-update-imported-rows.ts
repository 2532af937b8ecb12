import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/** What `npm run import -- --update` compares. Servers do not use the table; the previous release's import ignores the columns. */
export class UpdateImportedRows1795700000395 implements Migration {
  readonly name = 'UpdateImportedRows1795700000395';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE import_rows ADD COLUMN hash text, ADD COLUMN revision int NOT NULL DEFAULT 0',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE import_rows DROP COLUMN hash, DROP COLUMN revision');
  }
}
