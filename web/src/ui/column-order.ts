/** A column as far as its place matters. */
interface Placed {
  key: string;
  /** Stays where it is. */
  fixed?: boolean;
}

/** The columns in the order of a person; those that stay, and those unknown to it, keep the places they have. */
export function arranged<C extends Placed>(columns: readonly C[], order: readonly string[]): C[] {
  const free = columns.filter(({ fixed }) => !fixed);
  const known = free.filter(({ key }) => order.includes(key));
  const byOrder = known.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  return columns.map((column) => (known.includes(column) ? (byOrder.shift() ?? column) : column));
}

/** The order after a column has gone one place up or down among those that may move. */
export function movedOrder(columns: readonly Placed[], key: string, step: -1 | 1): string[] {
  const order = columns.filter(({ fixed }) => !fixed).map((column) => column.key);
  const at = order.indexOf(key);
  const other = order[at + step];
  if (at < 0 || other === undefined) return order;
  return order.with(at, other).with(at + step, key);
}
