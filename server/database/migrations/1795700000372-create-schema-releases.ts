import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/**
 * Which releases migrated the database, by which programs of other releases know whether they work with it, and the backups that were
 * made of it. Servers of the previous release do not use the tables.
 */
export class CreateSchemaReleases1795700000372 implements Migration {
  readonly name = 'CreateSchemaReleases1795700000372';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE schema_releases (
      number integer NOT NULL,
      version text NOT NULL,
      migrated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (number, version))`);
    await db.query(`CREATE TABLE backups (
      at timestamptz PRIMARY KEY,
      release text NOT NULL,
      folder text NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE backups, schema_releases');
  }
}
