import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/** Table of `SecretCheck`. */
export class CreateSecretChecks1795300000061 implements Migration {
  readonly name = 'CreateSecretChecks1795300000061';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE secret_checks (
        id integer NOT NULL,
        sealed text NOT NULL,
        CONSTRAINT secret_checks_pkey PRIMARY KEY (id)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE secret_checks');
  }
}
