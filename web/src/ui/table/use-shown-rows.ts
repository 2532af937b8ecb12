import { useDeferredValue, useState } from 'react';

/** Number of new rows that can render at once without a noticeable delay. */
const FEW = 20;

interface ShownRows<T> {
  rows: T[];
  /** True while newer rows are still being rendered. */
  late: boolean;
}

/** Renders a new page with many rows at low priority, so that input stays responsive; shows the previous rows until then. */
export function useShownRows<T extends { id: number }>(given: T[]): ShownRows<T> {
  // Lists return a new array on every render; only changed rows justify another update.
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
