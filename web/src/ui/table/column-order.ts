/** The members of a column that affect its order. */
interface Placed {
  key: string;
  /** Keeps its position. */
  fixed?: boolean;
}

/** The columns in the user's order; fixed columns and columns not in the order keep their positions. */
export function arranged<C extends Placed>(columns: readonly C[], order: readonly string[]): C[] {
  const free = columns.filter(({ fixed }) => !fixed);
  const ordered = free.filter(({ key }) => order.includes(key));
  const byOrder = ordered.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  return columns.map((column) => (ordered.includes(column) ? (byOrder.shift() ?? column) : column));
}

/** The order after a column is moved up or down among the movable ones. */
export function movedOrder(columns: readonly Placed[], key: string, step: -1 | 1): string[] {
  const order = columns.filter(({ fixed }) => !fixed).map((column) => column.key);
  const at = order.indexOf(key);
  const other = order[at + step];
  if (at < 0 || other === undefined) return order;
  return order.with(at, other).with(at + step, key);
}
