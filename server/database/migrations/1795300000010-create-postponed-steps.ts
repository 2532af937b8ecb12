import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/** Table of `PostponedStep`. */
export class CreatePostponedSteps1795300000010 implements Migration {
  readonly name = 'CreatePostponedSteps1795300000010';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE postponed_steps (
        name text NOT NULL,
        due_at timestamptz NOT NULL,
        CONSTRAINT postponed_steps_pkey PRIMARY KEY (name)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE postponed_steps');
  }
}
