import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/**
 * Seals of the audit log (docs/audit.md): a chain of hashes over its rows, and their removal by whole days. Servers of the previous
 * release write rows without a session, which are sealed like all others; only workers of this release seal.
 */
export class CreateAuditSeals1795700000420 implements Migration {
  readonly name = 'CreateAuditSeals1795700000420';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE audit_log ADD COLUMN session_ref text NOT NULL DEFAULT ''`);
    await db.query(`CREATE TABLE audit_seals (
      id bigint PRIMARY KEY,
      format integer NOT NULL,
      day date NOT NULL,
      first_id bigint NOT NULL,
      last_id bigint NOT NULL,
      rows integer NOT NULL,
      hash text NOT NULL,
      sealed_at bigint NOT NULL)`);
    await db.query('CREATE INDEX audit_seals_day ON audit_seals (day, id)');
    await db.query(`CREATE TABLE audit_seal_signatures (
      seal_id bigint NOT NULL,
      signature text NOT NULL,
      PRIMARY KEY (seal_id, signature))`);
    await db.query(`CREATE TABLE audit_state (
      id integer PRIMARY KEY,
      announced_day date,
      verified_at bigint NOT NULL DEFAULT 0,
      verified_seal bigint NOT NULL DEFAULT 0,
      problem text NOT NULL DEFAULT '')`);
    // Deletes pass in remove_audit_days alone, which runs as the owner of the tables and names its transaction.
    await db.query(`CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND current_setting('tollgate.audit_removal', true) = pg_current_xact_id()::text
          AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN RETURN NULL;
        END IF;
        RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME;
      END $$`);
    for (const table of ['audit_seals', 'audit_seal_signatures'])
      await db.query(`CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
    // They fire under session_replication_role = replica too.
    for (const table of ['audit_log', 'audit_seals', 'audit_seal_signatures'])
      await db.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${table}_append_only`);
    await db.query(`CREATE FUNCTION remove_audit_days(before date)
      RETURNS TABLE (seal_id bigint, through date, removed bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
      DECLARE
        oldest date;
        boundary audit_seals%ROWTYPE;
        deleted bigint;
      BEGIN
        IF before > (now() AT TIME ZONE 'UTC')::date - 90 THEN
          RAISE EXCEPTION 'rows of audit_log are kept for at least 90 days';
        END IF;
        SELECT s.day INTO oldest FROM audit_seals s
          WHERE s.last_id >= coalesce((SELECT min(l.id) FROM audit_log l), 0) ORDER BY s.id LIMIT 1;
        IF oldest IS NULL OR oldest >= before THEN RETURN; END IF;
        SELECT * INTO boundary FROM audit_seals s WHERE s.day = oldest ORDER BY s.id DESC LIMIT 1;
        PERFORM set_config('tollgate.audit_removal', pg_current_xact_id()::text, true);
        DELETE FROM audit_log l WHERE l.id <= boundary.last_id;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        DELETE FROM audit_seal_signatures s WHERE s.seal_id < boundary.id;
        DELETE FROM audit_seals s WHERE s.id < boundary.id;
        PERFORM set_config('tollgate.audit_removal', '', true);
        RETURN QUERY SELECT boundary.id, boundary.day, deleted;
      END $$`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION remove_audit_days(date)');
    await db.query('DROP TABLE audit_state, audit_seal_signatures, audit_seals');
    await db.query(`CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'rows of audit_log are never changed or deleted'; END $$`);
    await db.query('ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only');
    await db.query('ALTER TABLE audit_log DROP COLUMN session_ref');
  }
}
