import { CommandRefused } from '../../core/commands/run-command.js';
import type { ModelPrice } from '../price-report.js';
import type { Note } from '../rules.js';

/** A row as every source returns it: texts, null for NULL. Numbers keep all their digits, booleans are read by `flag`. */
export type SourceRow = Readonly<Record<string, string | null>>;

/** The next rows of a table, in ascending order of a column whose values are unique. */
export interface PageRequest {
  readonly key: string;
  /** Only these columns, among those that the table has; undefined: all. */
  readonly columns?: readonly string[] | undefined;
  /** Value of `key` in the last row that was read; undefined: from the beginning. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Only rows whose `created_at` is not before this time, Unix seconds; all rows of tables without this column. */
  readonly since?: number | undefined;
}

/** What the rows of a table add up to. */
export interface Totals {
  readonly rows: number;
  /** By column; null values count as 0. */
  readonly sums: Readonly<Record<string, bigint>>;
  /** The largest id; 0 without rows or without such a column. */
  readonly maxId: number;
}

/** Databases that other gateways use. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql';

/** The database of another gateway, read only: one snapshot of it, from the opening until `close`. */
export interface Source {
  /** Kind and place, without credentials. */
  readonly label: string;
  /** Undefined: it is a dump. */
  readonly dialect: Dialect | undefined;
  /** Columns by table. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  page(table: string, request: PageRequest): Promise<SourceRow[]>;
  /** @param sums columns of integers; those that the table lacks are 0 @param where columns that have these values */
  totals(
    table: string,
    sums: readonly string[],
    where?: { readonly column: string; readonly value: number; readonly since?: number | undefined },
  ): Promise<Totals>;
  /** Of a source that was translated into these tables. */
  readonly translated?: Translation | undefined;
  close(): Promise<void>;
}

/** What the translation of another gateway's data found beside rows. */
export interface Translation {
  /** Identifies the installation, however it is read; undefined: its accounts do, as with new-api, whose tables it has. */
  readonly identity: string | undefined;
  /** About what is not in the tables. */
  readonly notes: readonly Note[];
  /** Prices by model; of others it is not known what they cost there. Undefined: those of the options. */
  readonly prices: ReadonlyMap<string, ModelPrice> | undefined;
  /** The rows are those of an installation of this gateway; absent: of another one. */
  readonly own?: OwnExport;
}

/** An export of an installation of this gateway. */
export interface OwnExport {
  /** Its id. */
  readonly installation: string;
  readonly hasSecrets: boolean;
}

/** The source cannot be read: the message says why and what to do, in one line without credentials. */
export class UnreadableSource extends CommandRefused {}

/** @throws UnreadableSource for an address that cannot be parsed, without showing it: it contains a password */
export function assertAddress(url: string): void {
  if (!URL.canParse(url))
    throw new UnreadableSource(
      'the address of the source cannot be read: percent-encode special characters in it',
    );
}
