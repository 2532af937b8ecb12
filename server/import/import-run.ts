import type { EntityManager } from 'typeorm';
import type { Vault } from '../core/crypto.js';
import { ImportRepository, type KnownRow, type MappedRow } from './import.repository.js';
import type { ReportEvent } from './import-events.js';
import { editedPart, rowHash, withCounted } from './row-hash.js';
import { gatewayRows, type RowReaders } from './rows/row-readers.js';
import { ownRows } from './rows/own/own-rows.js';
import { TargetRepository, type OwnTable } from './target.repository.js';
import type { Note } from './rules.js';
import type { Source, SourceRow } from './sources/source.js';

/** Rows of small tables that one transaction imports. */
const BATCH = 500;

export interface RunOptions {
  readonly source: Source;
  /** The database that has the table `logs`, where it is another one. */
  readonly logs: Source;
  readonly vault: Vault;
  readonly importId: number;
  /** Runs all work in one transaction, which is rolled back. */
  readonly dryRun: EntityManager | undefined;
  /** Only rows of logs, sums and tasks from this time on, Unix seconds. Drawings have no such column: all are imported. */
  readonly since: number | undefined;
  readonly begin: <T>(work: (db: EntityManager) => Promise<T>) => Promise<T>;
  /** Creates the partitions for rows of the log of these times, Unix seconds. */
  readonly ensureMonths: (times: readonly number[]) => Promise<void>;
  /** Updates rows that changed in the source since they were read. */
  readonly update: boolean;
  /**
   * The old gateway still works: what its requests change is left to a later run. These are balances and counts of requests, tasks that
   * have not ended, and the newest rows of the log and of sums.
   */
  readonly follow: boolean;
  readonly report: (line: string) => void;
  /** For a program that shows the run; absent: there is none. */
  readonly event?: ReportEvent | undefined;
}

/** A row that changed in the source since it was imported. */
export interface ChangedRow {
  /** In the source. */
  readonly id: string;
  readonly row: SourceRow;
  readonly ownId: number;
  readonly known: KnownRow;
}

/** How rows of a table are imported. */
export interface TableSteps {
  /** Inserts rows; those that it returns in `mapped` are dealt with. */
  readonly write: (db: EntityManager, rows: readonly SourceRow[]) => Promise<Written>;
  /** Brings rows up to date; absent: they stay as they were imported. */
  readonly update?: (db: EntityManager, changed: readonly ChangedRow[]) => Promise<Written>;
}

/** What a batch of rows became. */
export interface Written {
  readonly mapped: readonly MappedRow[];
  readonly notes: readonly Note[];
}

/** One run of an import: where it reads and writes, and which rows became which. */
export class ImportRun {
  /** What running servers have to read again: accounts that were updated, tokens with their users, and tables that changed. */
  readonly updated = {
    users: new Set<number>(),
    tokens: new Map<number, number>(),
    tables: new Set<string>(),
  };
  readonly rows = new ImportRepository();
  readonly target = new TargetRepository();
  /** How rows of the source become rows here. */
  readonly readers: RowReaders;
  private readonly ids = new Map<string, ReadonlyMap<string, number>>();

  constructor(readonly options: RunOptions) {
    this.readers = this.isOwn ? ownRows : gatewayRows;
  }

  /** Whether the source is an export of this gateway. */
  get isOwn(): boolean {
    return this.options.source.translated?.own !== undefined;
  }

  get importId(): number {
    return this.options.importId;
  }

  transaction<T>(work: (db: EntityManager) => Promise<T>): Promise<T> {
    const { dryRun, begin } = this.options;
    return dryRun ? work(dryRun) : begin(work);
  }

  has(table: string): boolean {
    return this.options.source.tables.has(table);
  }

  /** Own ids of imported rows by their ids in the source. Call it once all rows of the table are imported. */
  async idsOf(table: string): Promise<ReadonlyMap<string, number>> {
    let found = this.ids.get(table);
    if (!found) {
      found = await this.transaction((db) => this.rows.ownIds(db, this.importId, table));
      this.ids.set(table, found);
    }
    return found;
  }

  /**
   * Imports the rows of a table that no earlier run has dealt with, each batch in one transaction with the record of what became of it:
   * a run that is killed continues where it was.
   */
  async importTable(table: OwnTable | 'options', steps: TableSteps, since?: number): Promise<void> {
    if (!this.has(table)) return;
    const key = table === 'options' ? 'key' : 'id';
    const count = { imported: 0, updated: 0 };
    const total = await this.countOf(table, since);
    let done = 0;
    let isReserved = table === 'options' || this.options.dryRun !== undefined;
    for (let after: string | undefined; ;) {
      const rows = await this.options.source.page(table, { key, after, limit: BATCH, since });
      if (rows.length === 0) break;
      after = rows.at(-1)?.[key] ?? undefined;
      const batch = rows.map((row) => ({ id: row[key] ?? '', row }));
      await this.transaction(async (db) => {
        await this.rows.lock(db, this.importId);
        const known = await this.rows.known(
          db,
          this.importId,
          table,
          batch.map(({ id }) => id),
        );
        const fresh = batch.filter(({ id }) => !known.has(id));
        if (fresh.length > 0) {
          if (!isReserved && table !== 'options') {
            const { maxId } = await this.options.source.totals(table, []);
            await this.target.reserveIds(db, table, maxId);
            isReserved = true;
          }
          count.imported += await this.writeFresh(db, table, fresh, steps);
        }
        if (this.options.update && steps.update)
          count.updated += await this.writeChanged(
            db,
            table,
            this.changedRows(table, batch, known),
            steps.update,
          );
      });
      done += rows.length;
      this.options.event?.({ kind: 'table', table, done, total });
      if (rows.length < BATCH) break;
    }
    if (count.imported + count.updated > 0) this.updated.tables.add(table);
    if (count.imported > 0) this.options.report(`${table}: ${count.imported} imported`);
    if (count.updated > 0) this.options.report(`${table}: ${count.updated} updated`);
  }

  /** Rows of a table, if the progress is shown and all of them are read. */
  private async countOf(table: string, since: number | undefined): Promise<number | null> {
    if (!this.options.event || since !== undefined) return null;
    return (await this.options.source.totals(table, [])).rows;
  }

  /** @returns how many were imported */
  private async writeFresh(
    db: EntityManager,
    table: OwnTable | 'options',
    fresh: readonly { id: string; row: SourceRow }[],
    { write }: TableSteps,
  ): Promise<number> {
    const hashes = new Map(fresh.map(({ id, row }) => [id, this.hashOf(table, row)]));
    const { mapped, notes } = await write(
      db,
      fresh.map(({ row }) => row),
    );
    await this.rows.map(db, this.importId, table, mapped, hashes);
    await this.rows.note(db, this.importId, notes);
    return mapped.filter(({ ownId }) => ownId !== 0).length;
  }

  /** @returns how many were updated */
  private async writeChanged(
    db: EntityManager,
    table: OwnTable | 'options',
    changed: readonly ChangedRow[],
    update: NonNullable<TableSteps['update']>,
  ): Promise<number> {
    if (changed.length === 0) return 0;
    const { follow } = this.options;
    const hashes = new Map(
      changed.map(({ id, row, known }) => {
        const hash = this.hashOf(table, row);
        return [id, follow ? withCounted(hash, known.hash) : hash];
      }),
    );
    const { mapped, notes } = await update(db, changed);
    await this.rows.mapUpdated(db, this.importId, table, mapped, hashes);
    await this.rows.note(db, this.importId, notes);
    return mapped.length;
  }

  /** Ids for new rows: those of the source where they are free here. */
  async assignIds(db: EntityManager, table: OwnTable, ids: readonly string[]): Promise<Map<string, number>> {
    const taken = await this.target.taken(db, table, 'id', ids);
    const moved = ids.filter((id) => taken.has(id) || !(Number(id) > 0));
    const others = moved.length === 0 ? [] : await this.freeIds(db, table, moved.length);
    const assigned = new Map(ids.map((id) => [id, Number(id)]));
    for (const [index, id] of moved.entries()) assigned.set(id, others[index]!);
    return assigned;
  }

  /** A dry run takes no numbers of sequences, which no rollback returns. */
  private async freeIds(db: EntityManager, table: OwnTable, count: number): Promise<number[]> {
    if (!this.options.dryRun) return this.target.newIds(db, table, count);
    const { maxId } = this.has(table) ? await this.options.source.totals(table, []) : { maxId: 0 };
    const first = Math.max(maxId, await this.target.largestId(db, table)) + 1;
    return Array.from({ length: count }, (_, index) => first + index);
  }

  /** Of an own row, every column is read. */
  private hashOf(table: string, row: SourceRow): string {
    return this.isOwn ? rowHash(table, row, Object.keys(row)) : rowHash(table, row);
  }

  /** Imported rows that are not as they were when they were read. */
  private changedRows(
    table: string,
    batch: readonly { id: string; row: SourceRow }[],
    known: ReadonlyMap<string, KnownRow>,
  ): ChangedRow[] {
    return batch.flatMap(({ id, row }) => {
      const found = known.get(id);
      if (!found) return [];
      // An option that had the value of here when it was read; rows of other tables were left out by a rule.
      if (found.ownId === 0 && table !== 'options') return [];
      const compared = this.options.follow ? editedPart : (hash: string) => hash;
      if (found.hash !== null && compared(found.hash) === compared(this.hashOf(table, row))) return [];
      return [{ id, row, ownId: found.ownId, known: found }];
    });
  }
}
