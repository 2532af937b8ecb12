import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/**
 * What the log needs to show names of deleted channels. Servers of the previous release do not use it; names of channels that
 * they delete are not kept.
 */
export class NamesInHistory1795700000100 implements Migration {
  readonly name = 'NamesInHistory1795700000100';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE TABLE deleted_channels (id bigint PRIMARY KEY, name text NOT NULL)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE deleted_channels');
  }
}
