/** A row of a table that stands for a member of a JSON object. */
export interface MapRow {
  readonly from: string;
  readonly to: string;
}

const EMPTY_OBJECT = /^\s*\{\s*\}\s*$/;
const START = /\s*\{/y;
/** A member whose value is a text or a number, with what follows it: a comma or the end. */
const MEMBER = /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?)\s*(?:,|(\}\s*$))/y;

/**
 * The members of a JSON object of texts and numbers in their order, with those whose name occurs twice, of which a JSON parser
 * returns only the last. Undefined for any other text; empty for ''.
 */
export function readRows(text: string): MapRow[] | undefined {
  if (text.trim() === '' || EMPTY_OBJECT.test(text)) return [];
  START.lastIndex = 0;
  if (!START.test(text)) return undefined;
  MEMBER.lastIndex = START.lastIndex;
  const rows: MapRow[] = [];
  for (;;) {
    const [, name, value, end] = MEMBER.exec(text) ?? [];
    const from = textOf(name);
    const to = textOf(value);
    if (from === undefined || to === undefined) return undefined;
    rows.push({ from, to });
    if (end !== undefined) return rows;
  }
}

/** The JSON object of the rows, without those that are empty; '' if there are none. */
export function writeRows(rows: readonly MapRow[]): string {
  const members = rows
    .map(({ from, to }) => ({ from: from.trim(), to: to.trim() }))
    .filter((row) => !isEmpty(row))
    .map(({ from, to }) => `  ${JSON.stringify(from)}: ${JSON.stringify(to)}`);
  return members.length === 0 ? '' : `{\n${members.join(',\n')}\n}`;
}

export function isEmpty({ from, to }: MapRow): boolean {
  return from.trim() === '' && to.trim() === '';
}

/** For each row the index of the first row of the same name, if that is an earlier one. */
export function earlierRows(rows: readonly MapRow[]): (number | undefined)[] {
  const names = rows.map(({ from }) => from.trim());
  return names.map((name, index) => {
    const first = names.indexOf(name);
    return name !== '' && first < index ? first : undefined;
  });
}

/** What is wrong with the rows of a text that a JSON parser accepts: a name that occurs twice, or a row with one half only. */
export interface RowProblem {
  readonly kind: 'twice' | 'incomplete';
  /** Name of the member, or its value if it has no name. */
  readonly name: string;
}

export function rowProblem(text: string): RowProblem | undefined {
  const rows = readRows(text) ?? [];
  const half = rows.find(({ from, to }) => from.trim() === '' || to.trim() === '');
  if (half) return { kind: 'incomplete', name: half.from || half.to };
  const index = earlierRows(rows).findIndex((earlier) => earlier !== undefined);
  return index === -1 ? undefined : { kind: 'twice', name: rows[index]!.from.trim() };
}

function textOf(literal: string | undefined): string | undefined {
  if (literal === undefined) return undefined;
  if (!literal.startsWith('"')) return literal;
  try {
    return JSON.parse(literal) as string;
  } catch {
    // An escape that JSON does not have.
    return undefined;
  }
}
