import { useRef } from 'react';
import { useSteady } from '../../lib/interaction/use-steady';
import type { Selection } from './data-table.types';

/** @param range toggles all rows from the last toggled one to this one */
export type Choose = (id: number, range: boolean) => void;

/** Toggles the selection of a single row or a range. */
export function useChoosing<T extends { id: number }>(
  rows: T[],
  selection: Selection<T> | undefined,
): Choose {
  const last = useRef<number>(undefined);

  function choose(id: number, range: boolean): void {
    if (!selection) return;
    const to = rows.findIndex((row) => row.id === id);
    const from = range ? rows.findIndex((row) => row.id === last.current) : -1;
    last.current = id;
    const ends = from < 0 ? [to] : [from, to];
    const between = rows
      .slice(Math.min(...ends), Math.max(...ends) + 1)
      .filter((row) => selection.can?.(row) !== false);
    const ids = new Set(between.map((row) => row.id));
    const others = selection.rows.filter((row) => !ids.has(row.id));
    const chosen = selection.rows.some((row) => row.id === id);
    selection.onChange(chosen ? others : [...others, ...between]);
  }

  return useSteady({ choose }).choose;
}
