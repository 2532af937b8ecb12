import { useDeferredValue, useState } from 'react';

/** So many new rows are drawn at once without anybody waiting. */
const FEW = 20;

interface ShownRows<T> {
  rows: T[];
  /** Others are on their way. */
  late: boolean;
}

/** Rows of a long page that is turned are drawn between what one does meanwhile; the ones before are seen until then. */
export function useShownRows<T extends { id: number }>(given: T[]): ShownRows<T> {
  // Lists make a new array with every drawing; only other rows are worth another one.
  const [rows, setRows] = useState(given);
  if (!isSame(rows, given)) setRows(given);
  const before = useDeferredValue(rows);
  const known = new Set(before.map(({ id }) => id));
  const late = known.size > 0 && rows.filter(({ id }) => !known.has(id)).length > FEW;
  return { rows: late ? before : rows, late };
}

function isSame<T>(one: T[], other: T[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}
