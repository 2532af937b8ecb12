import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the log needs to show and find by name: names of deleted channels, and tokens by name. Servers of the previous
 * release do not use either; names of channels that they delete are not kept.
 */
export class NamesInHistory1795700000100 implements MigrationInterface {
  readonly name = 'NamesInHistory1795700000100';

  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE TABLE deleted_channels (id bigint PRIMARY KEY, name text NOT NULL)');
    // Filters of the log by the name of a token, without an account.
    await db.query('CREATE INDEX tokens_name ON tokens (name)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX tokens_name');
    await db.query('DROP TABLE deleted_channels');
  }
}
