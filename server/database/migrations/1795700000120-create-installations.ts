import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/** The name of the installation, which the first start makes. Servers of the previous release do not use the table. */
export class CreateInstallations1795700000120 implements Migration {
  readonly name = 'CreateInstallations1795700000120';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE TABLE installations (id integer PRIMARY KEY, name text NOT NULL)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE installations');
  }
}
