import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { Filters } from '../../lib/list/use-list';
import { useShortcuts } from '../../lib/browser/use-shortcuts';
import type { DataTableProps } from './data-table.types';

/** Attributes of a row's element, which can receive the focus. */
export const rowMark = ({ id }: { id: number }) => ({ tabIndex: -1, 'data-row': id });
/** Attribute of the button that expands a row. */
export const EXPANDER = { 'data-expander': true };

interface RowKeys {
  /** Ref of the element around the rows. */
  ref: RefObject<HTMLElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Keyboard navigation between rows; the focused row can be opened, edited or selected. */
export function useRowKeys<T extends { id: number }, F extends Filters>(
  props: DataTableProps<T, F>,
): RowKeys {
  const { list, nested, selection, onOpen, onEdit } = props;
  const ref = useRef<HTMLElement>(null);

  function elements(): HTMLElement[] {
    return [...(ref.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  }

  /** The innermost focused row, if rows are nested. */
  function focused(): number {
    return elements().findLastIndex((element) => element.contains(document.activeElement));
  }

  function move(step: number): void {
    const index = focused();
    elements()[index < 0 ? 0 : Math.max(0, index + step)]?.focus();
  }

  function current(): T | undefined {
    const id = elements()[focused()]?.dataset.row;
    return list.rows.flatMap((row) => [row, ...(nested?.(row) ?? [])]).find((row) => String(row.id) === id);
  }

  function select(): void {
    const row = current();
    if (!row || !selection || selection.can?.(row) === false) return;
    const others = selection.rows.filter(({ id }) => id !== row.id);
    selection.onChange(others.length < selection.rows.length ? others : [...others, row]);
  }

  function edit(): void {
    const row = current();
    if (row) onEdit?.(row);
  }

  useShortcuts({
    r: () => void list.refresh(),
    j: () => move(1),
    k: () => move(-1),
    x: selection && select,
    e: onEdit && edit,
  });

  return {
    ref,
    onKeyDown({ key, target }) {
      // Buttons inside a row handle Enter themselves.
      if (key !== 'Enter' || !(target instanceof HTMLElement) || target.dataset.row === undefined) return;
      const row = current();
      const expander = target.querySelector<HTMLElement>('[data-expander]');
      if (row && onOpen) onOpen(row);
      else if (expander) expander.click();
      else edit();
    },
  };
}
