import type { EntityManager } from 'typeorm';
import { jsonbOf } from '../core/postgres/postgres-text.js';
import type { Note } from './rules.js';

/**
 * Of the rows that an import stores about itself. Format 1 has no hashes: its rows count as changed when they are updated. An import
 * of another format is not continued.
 */
export const IMPORT_FORMAT = 2;

/** How far a table is read whose rows are not listed one by one. */
export interface TablePosition {
  /** Id of the last row in the source; 0 = none yet. */
  readonly after: number;
  /** Added to the ids of the source. */
  readonly offset: number;
  /** Rows imported so far, and what they add up to. */
  readonly rows: number;
  readonly quota: number;
  readonly tokens: number;
  /** Rows whose details were no JSON and are left out. */
  readonly unreadable: number;
}

export type ImportState = Readonly<Record<string, TablePosition>>;

/** What became of a row. */
export interface MappedRow {
  readonly id: string;
  /** 0 = not imported. */
  readonly ownId: number;
  readonly balance?: number;
}

/** A row that an earlier run has dealt with. */
export interface KnownRow {
  /** 0 = not imported. */
  readonly ownId: number;
  /** The balance that was entered for it, quota units; null: it has none. */
  readonly balance: number | null;
  readonly hash: string | null;
  readonly revision: number;
}

/** What imports store about themselves. Each method is part of the given transaction. */
export class ImportRepository {
  /** Names of the imports so far. */
  async sources(db: EntityManager): Promise<string[]> {
    const rows: { source: string }[] = await db.query('SELECT source FROM imports ORDER BY id');
    return rows.map(({ source }) => source);
  }

  /** Id of this installation; '' before its first start. */
  async installation(db: EntityManager): Promise<string> {
    const [row]: { name: string }[] = await db.query('SELECT name FROM installations');
    return row?.name ?? '';
  }

  /** Finds or creates an import, and raises the format that the previous release wrote. @returns its id and format */
  async begin(db: EntityManager, source: string, label: string): Promise<{ id: number; format: number }> {
    await db.query(
      `INSERT INTO imports (source, label, format, started_at) VALUES ($1, $2, $3, floor(extract(epoch FROM now())))
       ON CONFLICT (source) DO NOTHING`,
      [source, label, IMPORT_FORMAT],
    );
    await db.query('UPDATE imports SET format = $2 WHERE source = $1 AND format = $2 - 1', [
      source,
      IMPORT_FORMAT,
    ]);
    const [row]: { id: number; format: number }[] = await db.query(
      'SELECT id, format FROM imports WHERE source = $1',
      [source],
    );
    if (!row) throw new Error('the import was not stored');
    return row;
  }

  /** Locks an import until the end of the transaction: a second run at the same time waits. @returns its state */
  async lock(db: EntityManager, importId: number): Promise<ImportState> {
    const [row]: { state: ImportState }[] = await db.query(
      'SELECT state FROM imports WHERE id = $1 FOR UPDATE',
      [importId],
    );
    return row?.state ?? {};
  }

  async savePosition(
    db: EntityManager,
    importId: number,
    table: string,
    position: TablePosition,
  ): Promise<void> {
    await db.query(
      'UPDATE imports SET state = state || jsonb_build_object($2::text, $3::jsonb) WHERE id = $1',
      [importId, table, JSON.stringify(position)],
    );
  }

  async saveProof(db: EntityManager, importId: number, proof: unknown): Promise<void> {
    await db.query('UPDATE imports SET proof = $2 WHERE id = $1 AND proof IS DISTINCT FROM $2::jsonb', [
      importId,
      jsonbOf(proof),
    ]);
  }

  /** Those of these rows that have been dealt with, by id in the source. */
  async known(
    db: EntityManager,
    importId: number,
    table: string,
    ids: readonly string[],
  ): Promise<Map<string, KnownRow>> {
    const rows: (KnownRow & { id: string })[] = await db.query(
      `SELECT source_id AS id, own_id AS "ownId", balance, hash, revision FROM import_rows
       WHERE import_id = $1 AND table_name = $2 AND source_id = ANY($3)`,
      [importId, table, ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Own ids by ids of the source. */
  async ownIds(db: EntityManager, importId: number, table: string): Promise<Map<string, number>> {
    const rows: { id: string; own: number }[] = await db.query(
      'SELECT source_id AS id, own_id AS own FROM import_rows WHERE import_id = $1 AND table_name = $2 AND own_id <> 0',
      [importId, table],
    );
    return new Map(rows.map(({ id, own }) => [id, own]));
  }

  /** @param hashes by id in the source */
  async map(
    db: EntityManager,
    importId: number,
    table: string,
    rows: readonly MappedRow[],
    hashes: ReadonlyMap<string, string>,
  ): Promise<void> {
    if (rows.length === 0) return;
    await db.query(
      `INSERT INTO import_rows (import_id, table_name, source_id, own_id, balance, hash)
       SELECT $1, $2, * FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::text[])`,
      [
        importId,
        table,
        rows.map(({ id }) => id),
        rows.map(({ ownId }) => ownId),
        rows.map(({ balance }) => balance ?? null),
        rows.map(({ id }) => hashes.get(id) ?? null),
      ],
    );
    // An earlier run may have had no users yet.
    await db.query(
      `DELETE FROM import_notes
       WHERE import_id = $1 AND table_name = $2 AND source_id = ANY($3) AND code = 'owner_missing'`,
      [importId, table, rows.map(({ id }) => id)],
    );
  }

  /** Stores that rows were updated. Notes of what was found in them before are removed. */
  async mapUpdated(
    db: EntityManager,
    importId: number,
    table: string,
    rows: readonly MappedRow[],
    hashes: ReadonlyMap<string, string>,
  ): Promise<void> {
    const ids = rows.map(({ id }) => id);
    await db.query(
      `UPDATE import_rows r SET own_id = u.own_id, balance = u.balance, hash = u.hash, revision = revision + 1
       FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::text[]) AS u (id, own_id, balance, hash)
       WHERE import_id = $1 AND table_name = $2 AND source_id = u.id`,
      [
        importId,
        table,
        ids,
        rows.map(({ ownId }) => ownId),
        rows.map(({ balance }) => balance ?? null),
        ids.map((id) => hashes.get(id)),
      ],
    );
    await db.query(
      `DELETE FROM import_notes WHERE import_id = $1 AND table_name = $2 AND source_id = ANY($3) AND code <> 'first_account'`,
      [importId, table, ids],
    );
  }

  async note(db: EntityManager, importId: number, notes: readonly Note[]): Promise<void> {
    if (notes.length === 0) return;
    await db.query(
      `INSERT INTO import_notes (import_id, table_name, source_id, code, detail)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`,
      [
        importId,
        notes.map(({ table }) => table),
        notes.map(({ id }) => id),
        notes.map(({ code }) => code),
        notes.map(({ detail }) => detail),
      ],
    );
  }

  /** Removes notes with these codes, which the run makes anew. */
  async forgetNotes(db: EntityManager, importId: number, codes: readonly string[]): Promise<void> {
    await db.query('DELETE FROM import_notes WHERE import_id = $1 AND code = ANY($2)', [importId, codes]);
  }

  /** All notes, by table and id. */
  notes(db: EntityManager, importId: number): Promise<Note[]> {
    return db.query(
      `SELECT table_name AS "table", source_id AS id, code, detail FROM import_notes WHERE import_id = $1
       ORDER BY table_name, length(source_id), source_id, code`,
      [importId],
    );
  }
}
