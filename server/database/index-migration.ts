import type { QueryRunner } from 'typeorm';
import { buildIndexConcurrently, type IndexDefinition } from './build-index.js';
import type { LongStep, Migration } from './migration.js';

/** A migration that builds indexes of tables in use, and does nothing else: `buildIndexConcurrently`. */
export abstract class IndexMigration implements Migration {
  abstract readonly name: string;
  abstract readonly indexes: readonly IndexDefinition[];
  readonly phase = 'expand';
  /** Postgres refuses concurrent builds in a transaction. */
  readonly transaction = false;

  get longSteps(): LongStep[] {
    return this.indexes.map(({ table }) => ({ table, action: 'builds an index', blocks: 'nothing' }));
  }

  async up(db: QueryRunner): Promise<void> {
    for (const index of this.indexes) await buildIndexConcurrently(db, index);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { name } of this.indexes.toReversed()) await db.query(`DROP INDEX IF EXISTS ${name}`);
  }
}
