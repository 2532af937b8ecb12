import { useRef, useState } from 'react';
import { toast } from './toast';
import { showUndo } from './undo-toast';
import { messageOf } from './use-action';
import type { List } from './use-list';

export interface RowChange<T> {
  /** Shows the change at once, and takes it back when it is refused. Resolves to whether it was taken. */
  run: (row: T, change: Partial<T>) => Promise<boolean>;
  /** Shown, and the answer is awaited. */
  isPending: (row: T) => boolean;
}

export type ChangeRow<T> = RowChange<T>['run'];

interface RowChangeOptions<T> {
  list: Pick<List<T>, 'patchRows'>;
  /** Writes it; resolves to what the server made of the row, as far as it tells. */
  send: (row: T, change: Partial<T>) => Promise<Partial<T> | null | undefined>;
  done: string | ((change: Partial<T>) => string);
  /** Can the row be as it was by another such change? */
  canUndo?: (row: T, change: Partial<T>) => boolean;
}

/** A small change of one row, shown before the server answers, with a way back. */
export function useRowChange<T extends { id: number }>(options: RowChangeOptions<T>): RowChange<T> {
  const { list, canUndo } = options;
  const [pending, setPending] = useState<number[]>([]);
  // By row: what was asked for last. Seen at once, where the state is only seen by the next rendering.
  const asked = useRef(new Map<number, Asked<T>>());

  const patch = ({ id }: T, change: Partial<T>) =>
    list.patchRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...change } : row)));

  /** Changes of one row are written in the order they were asked for; one asked for twice is written once. */
  function write(row: T, change: Partial<T>): Promise<boolean> {
    const before = asked.current.get(row.id);
    if (before && isSame(before.change, change)) return before.taken;
    const taken = writeAfter(before?.taken, row, change).finally(() => {
      if (asked.current.get(row.id)?.taken === taken) asked.current.delete(row.id);
      setPending([...asked.current.keys()]);
    });
    asked.current.set(row.id, { change, taken });
    setPending([...asked.current.keys()]);
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

interface Asked<T> {
  change: Partial<T>;
  /** Ends when it is written or refused. */
  taken: Promise<boolean>;
}

function isSame<T>(one: Partial<T>, other: Partial<T>): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What `from` says about the fields of `change`. */
function pick<T>(from: Partial<T>, change: Partial<T>): Partial<T> {
  const picked = { ...change };
  for (const key in change) if (from[key] !== undefined) picked[key] = from[key];
  return picked;
}
