import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/** Which worker does what only one may do, for logs and metrics. Workers of the previous release do not use the table. */
export class CreateLeases1795700000121 implements Migration {
  readonly name = 'CreateLeases1795700000121';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE leases (
      name text PRIMARY KEY,
      holder text NOT NULL,
      pid integer NOT NULL,
      since bigint NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE leases');
  }
}
