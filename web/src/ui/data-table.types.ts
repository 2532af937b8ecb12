import type { ReactNode } from 'react';
import type { Filters, ShownList } from '../lib/use-list';
import type { Column, Density } from './columns';
import type { WidthControl } from './use-column-widths';

export interface Sort {
  /** Key of a column. */
  column: string;
  descending: boolean;
}

export interface SortControl {
  by: Sort | undefined;
  onChange: (sort: Sort) => void;
}

/** The chosen rows, of whatever page. */
export interface Selection<T> {
  rows: T[];
  onChange: (rows: T[]) => void;
  /** Which rows may be chosen; all unless said. */
  can?: (row: T) => boolean;
}

/** A list, and how its rows are shown: as a table, or as cards where it is narrow. */
export interface DataTableProps<T extends { id: number }, F extends Filters> {
  /** Accessible name of the table. */
  name: string;
  list: ShownList<T, F>;
  /** Every cell is drawn again when this is another array. */
  columns: Column<T>[];
  /** How close the rows stand. */
  density?: Density;
  /** How wide a person made the columns; they cannot be changed without. */
  widths?: WidthControl;
  /** Names a row for people who do not see the table. */
  rowName: (row: T) => string;
  /** Shown while there is nothing at all. */
  empty: ReactNode;
  /** Rows that are out of use step back. */
  muted?: (row: T) => boolean;
  /** Rows whose change is shown already, and not yet answered. */
  pending?: (row: T) => boolean;
  expand?: (row: T) => ReactNode;
  /** Rows of the same kind that a row holds; shown below it when it is opened. Not together with `expand`. */
  nested?: (row: T) => T[];
  /** What `e` does to the row with the focus, and Enter where the row cannot be opened or unfolded. */
  onEdit?: (row: T) => void;
  /** What Enter does to the row with the focus. */
  onOpen?: (row: T) => void;
  /** By which column the rows are ordered; undefined = as they came. */
  sort?: SortControl;
  selection?: Selection<T>;
}
