import type { ReactNode } from 'react';
import type { Filters, ShownList } from '../../lib/list/use-list';
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

/** The selected rows of all pages. */
export interface Selection<T> {
  rows: T[];
  onChange: (rows: T[]) => void;
  /** Which rows can be selected; all by default. */
  can?: (row: T) => boolean;
}

/** What a closed card shows of its row. */
export interface Brief {
  readonly title: ReactNode;
  /** At the end of the first line. */
  readonly value: ReactNode;
  /** The second line. */
  readonly line: ReactNode;
  /** At the end of the second line. */
  readonly status: ReactNode;
}

/** A list and how its rows are shown: as a table, or as cards on narrow screens. */
export interface DataTableProps<T extends { id: number }, F extends Filters> {
  /** Accessible name of the table. */
  name: string;
  list: ShownList<T, F>;
  /** A new array renders every cell again. */
  columns: Column<T>[];
  /** Row spacing. */
  density?: Density;
  /** Leaves little room between the cells, as in tables of ten columns. */
  tight?: boolean;
  /** The user's column widths; without it, columns cannot be resized. */
  widths?: WidthControl;
  /** Accessible name of a row. */
  rowName: (row: T) => string;
  /** Shown when the list is empty and no filter is set. */
  empty: ReactNode;
  /** Rows that are not in use are dimmed. */
  muted?: (row: T) => boolean;
  /** Rows with an optimistic change that the server has not confirmed. */
  pending?: (row: T) => boolean;
  expand?: (row: T) => ReactNode;
  /** Shows cards with two lines, which a tap opens: the other cells, actions and `expand`. Without elements that take clicks. */
  brief?: (row: T) => Brief;
  /** Nested rows of the same kind, shown below the opened row. Not together with `expand`. */
  nested?: (row: T) => T[];
  /** Handles `e` on the focused row, and Enter if the row can neither be opened nor expanded. */
  onEdit?: (row: T) => void;
  /** Handles Enter on the focused row. */
  onOpen?: (row: T) => void;
  /** Sort order; undefined = as received. */
  sort?: SortControl;
  selection?: Selection<T>;
}
