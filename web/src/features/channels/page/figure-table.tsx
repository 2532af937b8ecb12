import type { ReactNode } from 'react';
import classes from './channel-page.module.css';

interface FigureTableProps {
  /** Accessible name. */
  label: string;
  /** Headings; the first one is of the names. */
  columns: readonly string[];
  /** It has half of the width. */
  narrow?: boolean;
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
}

/** A plain table whose first column takes the room that is left; on phones its rows are cards. */
export function FigureTable({ label, columns, narrow, rows }: FigureTableProps) {
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={classes.table} data-narrow={narrow || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={columns[index]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={columns[index]} data-label={columns[index]}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
