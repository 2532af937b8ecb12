import { useRef, useState } from 'react';
import { toast } from '../interaction/toast';
import { showUndo } from '../interaction/undo-toast';
import { messageOf } from '../interaction/use-action';
import type { List } from './use-list';

export interface RowChange<T> {
  /** Shows the change at once and reverts it if the server rejects it. Resolves to whether it was accepted. */
  run: (row: T, change: Partial<T>) => Promise<boolean>;
  /** A change is shown, but the response is pending. */
  isPending: (row: T) => boolean;
}

export type ChangeRow<T> = RowChange<T>['run'];

interface RowChangeOptions<T> {
  list: Pick<List<T>, 'patchRows'>;
  /** Sends the change; resolves to the row's new values, as far as the server returns them. */
  send: (row: T, change: Partial<T>) => Promise<Partial<T> | null | undefined>;
  done: string | ((change: Partial<T>) => string);
  /** Whether a second change can restore the row; true if absent. */
  canUndo?: (row: T, change: Partial<T>) => boolean;
}

/** A small change of one row: shown before the response arrives, and undoable. */
export function useRowChange<T extends { id: number }>(options: RowChangeOptions<T>): RowChange<T> {
  const { list, canUndo } = options;
  const [pending, setPending] = useState<number[]>([]);
  // Latest requested change by row id. A ref, because state updates are visible only in the next render.
  const requested = useRef(new Map<number, PendingChange<T>>());

  const patch = ({ id }: T, change: Partial<T>) =>
    list.patchRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...change } : row)));

  /** Sends the changes of a row in order; a repeated change is sent once. */
  function write(row: T, change: Partial<T>): Promise<boolean> {
    const before = requested.current.get(row.id);
    if (before && isSame(before.change, change)) return before.taken;
    const taken = writeAfter(before?.taken, row, change).finally(() => {
      if (requested.current.get(row.id)?.taken === taken) requested.current.delete(row.id);
      setPending([...requested.current.keys()]);
    });
    requested.current.set(row.id, { change, taken });
    setPending([...requested.current.keys()]);
    return taken;
  }

  async function writeAfter(earlier: Promise<boolean> | undefined, row: T, change: Partial<T>) {
    await patch(row, change);
    await earlier;
    try {
      const now = await options.send(row, change);
      await patch(row, pick(now ?? change, change));
      return true;
    } catch (problem) {
      await patch(row, pick(row, change));
      toast.error(messageOf(problem));
      return false;
    }
  }

  async function run(row: T, change: Partial<T>): Promise<boolean> {
    if (!(await write(row, change))) return false;
    const message = typeof options.done === 'string' ? options.done : options.done(change);
    if (canUndo && !canUndo(row, change)) toast.success(message);
    else showUndo({ id: 'change', message, onUndo: () => void undo(row, change, message) });
    return true;
  }

  async function undo(row: T, change: Partial<T>, message: string): Promise<void> {
    if (await write({ ...row, ...change }, pick(row, change))) toast.success(message);
  }

  return { run, isPending: ({ id }) => pending.includes(id) };
}

interface PendingChange<T> {
  change: Partial<T>;
  /** Resolves once the change is accepted or rejected. */
  taken: Promise<boolean>;
}

function isSame<T>(one: Partial<T>, other: Partial<T>): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The fields of `change` with their values in `from`. */
function pick<T>(from: Partial<T>, change: Partial<T>): Partial<T> {
  const picked = { ...change };
  for (const key in change) if (from[key] !== undefined) picked[key] = from[key];
  return picked;
}
