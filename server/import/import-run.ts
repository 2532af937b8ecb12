import type { EntityManager } from 'typeorm';
import type { Vault } from '../core/crypto.js';
import { ImportRepository, type MappedRow, type OwnTable } from './import.repository.js';
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
  readonly report: (line: string) => void;
}

/** What a batch of rows became. */
export interface Written {
  readonly mapped: readonly MappedRow[];
  readonly notes: readonly Note[];
}

/** One run of an import: where it reads and writes, and which rows became which. */
export class ImportRun {
  readonly rows = new ImportRepository();
  private readonly ids = new Map<string, ReadonlyMap<string, number>>();

  constructor(readonly options: RunOptions) {}

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
   * @param write inserts rows; those that it returns in `mapped` are dealt with
   */
  async importTable(
    table: OwnTable | 'options',
    write: (db: EntityManager, rows: readonly SourceRow[]) => Promise<Written>,
    since?: number,
  ): Promise<void> {
    if (!this.has(table)) return;
    const key = table === 'options' ? 'key' : 'id';
    let imported = 0;
    let isReserved = table === 'options' || this.options.dryRun !== undefined;
    for (let after: string | undefined; ;) {
      const rows = await this.options.source.page(table, { key, after, limit: BATCH, since });
      if (rows.length === 0) break;
      after = rows.at(-1)?.[key] ?? undefined;
      const ids = rows.map((row) => row[key] ?? '');
      imported += await this.transaction(async (db) => {
        await this.rows.lock(db, this.importId);
        const known = await this.rows.known(db, this.importId, table, ids);
        const fresh = rows.filter((row) => !known.has(row[key] ?? ''));
        if (fresh.length === 0) return 0;
        if (!isReserved && table !== 'options') {
          const { maxId } = await this.options.source.totals(table, []);
          await this.rows.reserveIds(db, table, maxId);
          isReserved = true;
        }
        const { mapped, notes } = await write(db, fresh);
        await this.rows.map(db, this.importId, table, mapped);
        await this.rows.note(db, this.importId, notes);
        return mapped.filter(({ ownId }) => ownId !== 0).length;
      });
      if (rows.length < BATCH) break;
    }
    if (imported > 0) this.options.report(`${table}: ${imported} imported`);
  }

  /** Ids for new rows: those of the source where they are free here. */
  async assignIds(db: EntityManager, table: OwnTable, ids: readonly string[]): Promise<Map<string, number>> {
    const taken = await this.rows.taken(db, table, 'id', ids);
    const moved = ids.filter((id) => taken.has(id) || !(Number(id) > 0));
    const others = moved.length === 0 ? [] : await this.freeIds(db, table, moved.length);
    const assigned = new Map(ids.map((id) => [id, Number(id)]));
    for (const [index, id] of moved.entries()) assigned.set(id, others[index]!);
    return assigned;
  }

  /** A dry run takes no numbers of sequences, which no rollback returns. */
  private async freeIds(db: EntityManager, table: OwnTable, count: number): Promise<number[]> {
    if (!this.options.dryRun) return this.rows.newIds(db, table, count);
    const { maxId } = this.has(table) ? await this.options.source.totals(table, []) : { maxId: 0 };
    const first = Math.max(maxId, await this.rows.largestId(db, table)) + 1;
    return Array.from({ length: count }, (_, index) => first + index);
  }
}
