import type { QueryRunner } from 'typeorm';
import type { LongStep, Migration } from '../../migration.js';

/**
 * Who changed what, and who signed in: rows that no deletion of old logs reaches, and that Postgres refuses to change. What
 * the log has of it so far is copied; the log keeps its rows, because clients of the compatible API read them there.
 */
export class CreateAuditLog1795400000011 implements Migration {
  readonly name = 'CreateAuditLog1795400000011';
  readonly phase = 'expand';
  readonly longSteps: readonly LongStep[] = [{ table: 'logs', action: 'copies rows', blocks: 'nothing' }];

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE audit_log (
      id bigserial PRIMARY KEY,
      created_at bigint NOT NULL,
      actor_id integer NOT NULL DEFAULT 0,
      actor_name text NOT NULL DEFAULT '',
      action text NOT NULL,
      user_id integer NOT NULL DEFAULT 0,
      content text NOT NULL DEFAULT '',
      details text NOT NULL DEFAULT '',
      address text NOT NULL DEFAULT '',
      user_agent text NOT NULL DEFAULT '',
      request_id text NOT NULL DEFAULT '')`);
    await db.query('CREATE INDEX audit_log_actor ON audit_log (actor_id, id)');
    await db.query('CREATE INDEX audit_log_action ON audit_log (action, id)');
    // 1: top-ups, 3: changes by administrators.
    await db.query(`INSERT INTO audit_log (created_at, actor_id, actor_name, action, content, details)
      SELECT created_at, user_id, username, CASE type WHEN 1 THEN 'top_up' ELSE 'change' END, content, other
      FROM logs WHERE type IN (1, 3) ORDER BY id`);
    await db.query(`CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'rows of audit_log are never changed or deleted'; END $$`);
    await db.query(`CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE audit_log');
    await db.query('DROP FUNCTION refuse_audit_change()');
  }
}
