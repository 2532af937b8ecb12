import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type ImportedBalancesResponse,
  type ImportReport,
  type ImportRunDetailResponse,
} from '../../contract/resources/import.js';
import { jsonbOf } from '../../core/postgres/postgres-text.js';
import { sqlState } from '../../core/postgres/sql-errors.js';
import { ImportConsoleRun, ImportUpload } from './import-console.entity.js';

/** Of what a row of `import_runs` stores as JSON. Rows of another format are listed without their report. */
export const RUN_FORMAT = 1;
/** A server that was not seen for so long has ended, seconds. */
export const LOST_AFTER = 30;
const KEPT_RUNS = 50;
const UNIQUE_VIOLATION = '23505';

export type RunProgress = ImportRunDetailResponse['progress'];

/** All SQL of imports by the console. Times are of the database, so that the clocks of servers do not matter. */
@Injectable()
export class ImportRunsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  transaction<T>(work: (db: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  /** Newest first, without reports. */
  runs(): Promise<ImportConsoleRun[]> {
    return this.select('', `'[]'::jsonb`, `'{}'::jsonb`, []);
  }

  async run(id: number): Promise<ImportConsoleRun | undefined> {
    const [row] = await this.select('WHERE id = $1', 'progress', 'report', [id]);
    return row;
  }

  private select(where: string, progress: string, report: string, values: unknown[]) {
    return this.database.query<ImportConsoleRun[]>(
      `SELECT id, server,
         CASE WHEN state IN ('queued', 'running') AND seen_at < ${NOW} - ${LOST_AFTER} THEN 'interrupted' ELSE state END AS state,
         dry_run AS "dryRun", label, upload_id AS "uploadId", import_id AS "importId", choices, ${progress} AS progress,
         ${report} AS report, format, proven, error, is_cancelled AS "isCancelled", started_by AS "startedBy",
         started_by_name AS "startedByName", created_at AS "createdAt", seen_at AS "seenAt", ended_at AS "endedAt"
       FROM import_runs ${where} ORDER BY id DESC LIMIT ${KEPT_RUNS}`,
      values,
    );
  }

  /**
   * Stores a new run, and that those of lost servers are interrupted.
   * @returns its id; undefined if another one is active
   */
  async begin(
    db: EntityManager,
    run: Pick<
      ImportConsoleRun,
      'server' | 'dryRun' | 'label' | 'uploadId' | 'choices' | 'startedBy' | 'startedByName'
    >,
  ): Promise<number | undefined> {
    await db.query(
      `UPDATE import_runs SET state = 'interrupted', ended_at = seen_at
       WHERE state IN ('queued', 'running') AND seen_at < ${NOW} - ${LOST_AFTER}`,
    );
    await db.query(
      `DELETE FROM import_runs WHERE id IN (SELECT id FROM import_runs ORDER BY id DESC OFFSET ${KEPT_RUNS - 1})`,
    );
    const [row] = await db
      .query<{ id: number }[]>(
        `INSERT INTO import_runs (server, state, dry_run, label, upload_id, choices, format, started_by, started_by_name, created_at, seen_at)
         VALUES ($1, 'queued', $2, $3, $4, $5, ${RUN_FORMAT}, $6, $7, ${NOW}, ${NOW}) RETURNING id`,
        [
          run.server,
          run.dryRun,
          run.label,
          run.uploadId,
          jsonbOf(run.choices),
          run.startedBy,
          run.startedByName,
        ],
      )
      .catch((error: unknown) => {
        if (sqlState(error) === UNIQUE_VIOLATION) return [undefined];
        throw error;
      });
    return row?.id;
  }

  /** The run that waits for this server, which it takes. */
  async claim(server: string): Promise<ImportConsoleRun | undefined> {
    const [rows] = await this.database.query<[{ id: number }[], number]>(
      `UPDATE import_runs SET state = 'running', seen_at = ${NOW} WHERE server = $1 AND state = 'queued' RETURNING id`,
      [server],
    );
    return rows[0] && this.run(rows[0].id);
  }

  /** Stores how far a run is, and that its server is alive. @returns whether it is to end */
  async save(id: number, run: RunSnapshot): Promise<boolean> {
    const [rows] = await this.database.query<[{ isCancelled: boolean }[], number]>(
      `UPDATE import_runs SET label = $2, import_id = $3, progress = $4, report = $5, seen_at = ${NOW}
       WHERE id = $1 AND state = 'running' RETURNING is_cancelled AS "isCancelled"`,
      [id, run.label, run.importId, jsonbOf(run.progress), jsonbOf(run.report)],
    );
    // Another server took it for lost, and may have begun another run.
    return rows[0]?.isCancelled ?? true;
  }

  /** @returns whether it was active until now */
  async end(
    db: EntityManager,
    id: number,
    run: RunSnapshot & { state: string; proven: boolean | null; error: string },
  ): Promise<boolean> {
    const [, changed] = await db.query<[unknown[], number]>(
      `UPDATE import_runs SET state = $2, proven = $3, error = $4, label = $5, import_id = $6, progress = $7, report = $8,
         seen_at = ${NOW}, ended_at = ${NOW}
       WHERE id = $1 AND state = 'running'`,
      [
        id,
        run.state,
        run.proven,
        run.error,
        run.label,
        run.importId,
        jsonbOf(run.progress),
        jsonbOf(run.report),
      ],
    );
    return changed > 0;
  }

  /** @returns whether there is an active run of this id */
  async cancel(db: EntityManager, id: number): Promise<boolean> {
    const [, changed] = await db.query<[unknown[], number]>(
      `UPDATE import_runs SET is_cancelled = true,
         state = CASE WHEN state = 'queued' THEN 'cancelled' ELSE state END,
         ended_at = CASE WHEN state = 'queued' THEN ${NOW} ELSE ended_at END
       WHERE id = $1 AND state IN ('queued', 'running') AND seen_at >= ${NOW} - ${LOST_AFTER}`,
      [id],
    );
    return changed > 0;
  }

  /** Of servers that are there: each says so every few seconds. */
  uploads(): Promise<ImportUpload[]> {
    return this.database.query(
      `SELECT id, server, name, bytes, created_at AS "createdAt", seen_at AS "seenAt" FROM import_uploads
       WHERE seen_at >= ${NOW} - ${LOST_AFTER} ORDER BY created_at DESC`,
    );
  }

  /** Says that a server is there, and removes the rows of lost ones. @returns the ids of its files that are wanted */
  async keepUploads(server: string, maxAge: number): Promise<string[]> {
    await this.database.query(
      `DELETE FROM import_uploads u WHERE seen_at < ${NOW} - 3600 OR (created_at < ${NOW} - $1 AND NOT EXISTS (
         SELECT 1 FROM import_runs r WHERE r.upload_id = u.id AND r.state IN ('queued', 'running')))`,
      [maxAge],
    );
    const [rows] = await this.database.query<[{ id: string }[], number]>(
      `UPDATE import_uploads SET seen_at = ${NOW} WHERE server = $1 RETURNING id`,
      [server],
    );
    return rows.map(({ id }) => id);
  }

  async addUpload(db: EntityManager, upload: Omit<ImportUpload, 'createdAt' | 'seenAt'>): Promise<number> {
    const [row] = await db.query<{ at: number }[]>(
      `INSERT INTO import_uploads (id, server, name, bytes, created_at, seen_at) VALUES ($1, $2, $3, $4, ${NOW}, ${NOW})
       RETURNING created_at AS at`,
      [upload.id, upload.server, upload.name, upload.bytes],
    );
    return row?.at ?? 0;
  }

  async removeUploads(db: EntityManager, ids: readonly string[]): Promise<void> {
    await db.query('DELETE FROM import_uploads WHERE id = ANY($1)', [ids]);
  }

  /** Whether a run that has not ended reads the file. */
  async isRead(uploadId: string): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      `SELECT 1 FROM import_runs WHERE upload_id = $1 AND state IN ('queued', 'running') AND seen_at >= ${NOW} - ${LOST_AFTER}`,
      [uploadId],
    );
    return found.length > 0;
  }

  /** Imported accounts in the order of their ids, with their balances there, here and in the ledger. */
  async balances(
    importId: number,
    table: 'users' | 'tokens',
    page: number,
    size: number,
  ): Promise<Pick<ImportedBalancesResponse, 'items' | 'total'>> {
    const [name, balance, account, delta] =
      table === 'users'
        ? ['username', 'quota', 'user_id', 'delta']
        : ['name', 'remain_quota', 'token_id', 'token_delta'];
    const [count] = await this.database.query<{ total: number }[]>(
      'SELECT count(*) AS total FROM import_rows WHERE import_id = $1 AND table_name = $2 AND own_id <> 0',
      [importId, table],
    );
    const items = await this.database.query<ImportedBalancesResponse['items']>(
      `SELECT r.source_id, coalesce(a.${name}, '') AS name, coalesce(r.balance, 0)::text AS source,
         coalesce(a.${balance}, 0)::text AS now,
         (SELECT coalesce(sum(e.${delta}), 0)::text FROM ledger_entries e WHERE e.${account} = r.own_id) AS ledger
       FROM (SELECT * FROM import_rows WHERE import_id = $1 AND table_name = $2 AND own_id <> 0
             ORDER BY length(source_id), source_id LIMIT $3 OFFSET $4) r
       LEFT JOIN ${table} a ON a.id = r.own_id ORDER BY length(r.source_id), r.source_id`,
      [importId, table, size, (page - 1) * size],
    );
    return { items, total: count?.total ?? 0 };
  }
}

const NOW = 'floor(extract(epoch FROM now()))::bigint';

/** How far a run is. */
export interface RunSnapshot {
  readonly label: string;
  readonly importId: number | null;
  readonly progress: RunProgress;
  readonly report: ImportReport;
}
