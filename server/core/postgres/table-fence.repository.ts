import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';

/** How long transactions that write to the table are waited for, and milliseconds between two looks. */
const WAIT_MS = 5000;
const LOOK_MS = 50;

/** Locks of transactions that may insert. Each is held from before the first row gets its id until after the commit. */
const WRITERS = `SELECT virtualtransaction AS writer FROM pg_locks
  WHERE locktype = 'relation' AND relation = $1::regclass AND granted AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** Tables with ids of a sequence that are read in the order of their ids. */
type Table = 'ledger_entries' | 'audit_log';

/**
 * Finds up to which id a table is complete. Ids are given when rows are inserted and rows appear when their transaction
 * commits, so that a row can appear below one that was read before: a reader that remembers the highest id would miss it.
 */
@Injectable()
export class TableFenceRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Every row with this id or a lower one is committed, or will never exist. Reads the highest id given so far, then the
   * transactions that hold a lock of writers on the table, and waits until these have ended: whichever got one of the ids
   * before is among them, or had committed. Nothing is locked, and later transactions are not waited for.
   * @returns undefined if one of them takes too long
   */
  async completeTo(table: Table): Promise<number | undefined> {
    const [given]: { id: number }[] = await this.database.query(
      `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass), 0)::bigint AS id`,
      [table],
    );
    let writers = await this.writers(table);
    for (const end = Date.now() + WAIT_MS; writers.length > 0;) {
      if (Date.now() >= end) return undefined;
      await sleep(LOOK_MS);
      const now = new Set(await this.writers(table));
      writers = writers.filter((writer) => now.has(writer));
    }
    return given?.id ?? 0;
  }

  private async writers(table: Table): Promise<string[]> {
    const rows: { writer: string }[] = await this.database.query(WRITERS, [table]);
    return rows.map(({ writer }) => writer);
  }
}
