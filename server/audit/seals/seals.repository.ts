import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { SealedRow } from './canonical-rows.js';
import type { AuditSeal } from './audit-seal.entity.js';

/** Key of the advisory lock (any constant) under which seals are added or removed, one transaction at a time. */
const LOCK = 7_206_914;

const ROW = `id, created_at AS "createdAt", actor_id AS "actorId", actor_name AS "actorName", action, user_id AS "userId",
  content, details, address, user_agent AS "userAgent", request_id AS "requestId", session_ref AS "sessionRef"`;

const SEAL = `id, format, day::text AS day, first_id AS "firstId", last_id AS "lastId", rows, hash, sealed_at AS "sealedAt"`;

/** A seal with its signatures. */
export type SignedSeal = AuditSeal & { readonly signatures: readonly string[] };

/** What `remove_audit_days` removed. */
export interface RemovedDay {
  readonly seal_id: number;
  /** The day, `2026-11-30`. */
  readonly through: string;
  /** Rows. */
  readonly removed: number;
}

/** What was verified last. */
export interface VerifiedState {
  /** Unix seconds; 0 = never. */
  readonly verifiedAt: number;
  /** The last seal then; 0 = none. */
  readonly verifiedSeal: number;
  /** The day of that seal; null where it was removed since, or there was none. */
  readonly verifiedDay: string | null;
  readonly problem: string;
}

/** Seals of the audit log, and the rows that they are made of. */
@Injectable()
export class SealsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @returns false if another process seals or removes at the moment */
  async lock(manager: EntityManager): Promise<boolean> {
    const [row]: { taken: boolean }[] = await manager.query('SELECT pg_try_advisory_xact_lock($1) AS taken', [
      LOCK,
    ]);
    return row?.taken === true;
  }

  async last(manager: EntityManager = this.database.manager): Promise<AuditSeal | undefined> {
    const [row]: AuditSeal[] = await manager.query(
      `SELECT ${SEAL} FROM audit_seals ORDER BY id DESC LIMIT 1`,
    );
    return row;
  }

  /** Rows after an id, up to another one, by id. */
  rowsBetween(manager: EntityManager, after: number, to: number, most: number): Promise<SealedRow[]> {
    return manager.query(`SELECT ${ROW} FROM audit_log WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3`, [
      after,
      to,
      most,
    ]);
  }

  async insert(manager: EntityManager, seal: AuditSeal, signature: string): Promise<void> {
    const { id, format, day, firstId, lastId, rows, hash, sealedAt } = seal;
    await manager.query(
      `INSERT INTO audit_seals (id, format, day, first_id, last_id, rows, hash, sealed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, format, day, firstId, lastId, rows, hash, sealedAt],
    );
    await this.sign(manager, id, signature);
  }

  /** Adds a signature beside those that a seal has. */
  async sign(manager: EntityManager, sealId: number, signature: string): Promise<void> {
    await manager.query('INSERT INTO audit_seal_signatures (seal_id, signature) VALUES ($1, $2)', [
      sealId,
      signature,
    ]);
  }

  /** Seals after one, by id, with their signatures. */
  sealsAfter(manager: EntityManager, id: number, most: number): Promise<SignedSeal[]> {
    return manager.query(
      `SELECT ${SEAL},
         ARRAY(SELECT signature FROM audit_seal_signatures WHERE seal_id = audit_seals.id) AS signatures
       FROM audit_seals WHERE id > $1 ORDER BY id LIMIT $2`,
      [id, most],
    );
  }

  /** The id of the last seal before a day; 0 = there is none. */
  async lastBefore(manager: EntityManager, day: string): Promise<number> {
    const [row]: { id: number | null }[] = await manager.query(
      'SELECT max(id) AS id FROM audit_seals WHERE day < $1',
      [day],
    );
    return row?.id ?? 0;
  }

  /** Number of rows with ids up to one, and of those beyond another one. */
  async rowsOutside(
    manager: EntityManager,
    to: number,
    beyond: number,
  ): Promise<{ before: number; after: number }> {
    const [row]: { before: number; after: number }[] = await manager.query(
      `SELECT (SELECT count(*) FROM audit_log WHERE id <= $1)::int AS before,
         (SELECT count(*) FROM audit_log WHERE id > $2)::int AS after`,
      [to, beyond],
    );
    return row ?? { before: 0, after: 0 };
  }

  /** Whether a row says that everything up to this seal was removed. */
  async isRemovalNoted(
    manager: EntityManager,
    { id, hash }: Pick<AuditSeal, 'id' | 'hash'>,
  ): Promise<boolean> {
    // As `AuditRetention` writes it: the members of details are in this order.
    const rows: unknown[] = await manager.query(
      `SELECT 1 FROM audit_log WHERE action = 'audit_removed' AND details LIKE $1 LIMIT 1`,
      [`%"seal":${id},"hash":"${hash}"%`],
    );
    return rows.length > 0;
  }

  /**
   * Removes the rows of the oldest day, if it is before this one, but not its last seal, with which the chain begins from now on.
   * @param day `2026-11-30`, 90 days ago at the latest
   */
  async removeOldestDay(
    manager: EntityManager,
    day: string,
  ): Promise<(RemovedDay & { readonly hash: string }) | undefined> {
    await manager.query('SET LOCAL statement_timeout = 0');
    const [row]: (RemovedDay & { hash: string })[] = await manager.query(
      `SELECT r.seal_id, r.through::text AS through, r.removed, s.hash FROM remove_audit_days($1) r JOIN audit_seals s ON s.id = r.seal_id`,
      [day],
    );
    return row;
  }

  async state(manager: EntityManager = this.database.manager): Promise<VerifiedState> {
    const [row]: VerifiedState[] = await manager.query(
      `SELECT verified_at AS "verifiedAt", verified_seal AS "verifiedSeal", s.day::text AS "verifiedDay", problem
       FROM audit_state LEFT JOIN audit_seals s ON s.id = verified_seal WHERE audit_state.id = 1`,
    );
    return row ?? { verifiedAt: 0, verifiedSeal: 0, verifiedDay: null, problem: '' };
  }

  /** @param seal the last one that was verified; 0 = none */
  async noteVerified(seal: number, problem: string): Promise<void> {
    await this.database.query(
      `INSERT INTO audit_state (id, verified_at, verified_seal, problem) VALUES (1, floor(extract(epoch FROM now()))::bigint, $1, $2)
       ON CONFLICT (id) DO UPDATE SET verified_at = excluded.verified_at, verified_seal = excluded.verified_seal, problem = excluded.problem`,
      [seal, problem],
    );
  }

  /** The last seal of each day before `today` that was not announced, from now on they are. */
  async announce(today: string): Promise<AuditSeal[]> {
    return this.database.transaction(async (manager) => {
      if (!(await this.lock(manager))) return [];
      const seals: AuditSeal[] = await manager.query(
        `SELECT DISTINCT ON (day) id, day::text AS day, last_id AS "lastId", hash FROM audit_seals
         WHERE day < $1 AND day > coalesce((SELECT announced_day FROM audit_state WHERE id = 1), '-infinity')
         ORDER BY day, id DESC`,
        [today],
      );
      const latest = seals.at(-1);
      if (latest)
        await manager.query(
          `INSERT INTO audit_state (id, announced_day) VALUES (1, $1)
           ON CONFLICT (id) DO UPDATE SET announced_day = excluded.announced_day`,
          [latest.day],
        );
      return seals;
    });
  }

  /**
   * The number of seals by the id of the secret that signed them.
   * @param current id of the secret that counts where a seal has signatures of several
   */
  async countBySecret(current: string): Promise<Map<string, number>> {
    const rows: { key: string; values: number }[] = await this.database.query(
      `SELECT key, count(*) AS values FROM (
         SELECT DISTINCT ON (seal_id) split_part(signature, ':', 1) AS key FROM audit_seal_signatures
          ORDER BY seal_id, split_part(signature, ':', 1) <> $1, signature) signed
        GROUP BY key`,
      [current],
    );
    return new Map(rows.map(({ key, values }) => [key, values]));
  }
}
