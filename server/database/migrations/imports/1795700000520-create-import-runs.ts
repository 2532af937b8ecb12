import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Runs of an import that the console started, and the files that were uploaded for them. The previous release does not use the tables. */
export class CreateImportRuns1795700000520 implements Migration {
  readonly name = 'CreateImportRuns1795700000520';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE import_uploads (
      id uuid PRIMARY KEY,
      server uuid NOT NULL,
      name text NOT NULL,
      bytes bigint NOT NULL,
      created_at bigint NOT NULL,
      seen_at bigint NOT NULL)`);
    await db.query(`CREATE TABLE import_runs (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      server uuid NOT NULL,
      state text NOT NULL,
      dry_run boolean NOT NULL,
      label text NOT NULL,
      upload_id uuid,
      import_id integer,
      choices jsonb NOT NULL,
      progress jsonb NOT NULL DEFAULT '[]',
      report jsonb NOT NULL DEFAULT '{}',
      format integer NOT NULL DEFAULT 1,
      proven boolean,
      error text NOT NULL DEFAULT '',
      is_cancelled boolean NOT NULL DEFAULT false,
      started_by integer NOT NULL,
      started_by_name text NOT NULL,
      created_at bigint NOT NULL,
      seen_at bigint NOT NULL,
      ended_at bigint)`);
    // One at a time, whichever server is asked.
    await db.query(
      `CREATE UNIQUE INDEX import_runs_active ON import_runs ((true)) WHERE state IN ('queued', 'running')`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE import_runs, import_uploads');
  }
}
