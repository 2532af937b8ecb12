import { integer } from '../sources/column-values.js';
import type { Source, SourceRow } from '../sources/source.js';
import type { OwnRow } from './own-rows.repository.js';
import type { Columns } from './sql-script.js';

const PAGE = 5000;
/** Characters of an ISO time until its seconds. */
const SECONDS = 19;

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

/**
 * The columns that differ from what an import makes of the old row. Columns that the old row does not have are left out.
 * @param imported `importedForm`
 */
export function differing(
  columns: Columns,
  old: SourceRow,
  imported: Readonly<Record<string, unknown>>,
): Columns {
  return Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) => name in old && name in imported && comparable(value) !== comparable(imported[name]),
    ),
  );
}

/** Values as texts: times in whole seconds, as some databases have them, and nothing as ''. */
function comparable(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, SECONDS);
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  return /^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, SECONDS) : text;
}
