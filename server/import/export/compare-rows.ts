import { flag, integer, timestamp, trimmed } from '../sources/column-values.js';
import type { Source, SourceRow } from '../sources/source.js';
import type { OwnRow } from './own-rows.repository.js';
import type { Columns, Value } from './sql-script.js';

const PAGE = 5000;

/** A row here beside the row of the old database with its id. */
export interface Pair {
  readonly own: OwnRow | undefined;
  readonly old: SourceRow | undefined;
}

/** Pairs rows of both sides by their ids, in ascending order. */
export async function* pairs(
  own: AsyncIterator<OwnRow>,
  source: Source,
  table: string,
): AsyncGenerator<Pair> {
  const old = oldRows(source, table);
  let [left, right] = [await own.next(), await old.next()];
  while (!left.done || !right.done) {
    const mine = left.done ? Infinity : left.value.id;
    const theirs = right.done ? Infinity : integer(right.value, 'id');
    const isMine = mine <= theirs;
    const isTheirs = theirs <= mine;
    yield {
      own: isMine && !left.done ? left.value : undefined,
      old: isTheirs && !right.done ? right.value : undefined,
    };
    if (isMine) left = await own.next();
    if (isTheirs) right = await old.next();
  }
}

async function* oldRows(source: Source, table: string): AsyncGenerator<SourceRow> {
  for (let after: string | undefined; ;) {
    const rows = await source.page(table, { key: 'id', after, limit: PAGE });
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? undefined;
  }
}

/** The columns whose values differ from those of the old row. Columns that it does not have are left out. */
export function differing(columns: Columns, old: SourceRow): Columns {
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => name in old && !isSame(value, old, name)),
  );
}

function isSame(value: Value, old: SourceRow, name: string): boolean {
  if (value === null) return (old[name] ?? '') === '';
  if (typeof value === 'boolean') return flag(old, name) === value;
  if (typeof value === 'number')
    return integer(old, name, Number.NaN) === value || (old[name] === null && value === 0);
  if (value instanceof Date) return timestamp(old, name)?.slice(0, 19) === value.toISOString().slice(0, 19);
  return trimmed(old, name) === value.trim();
}
