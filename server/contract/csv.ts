/** Cell value of an exported table. */
export type Cell = string | number | boolean | null | undefined;

/** At the beginning of a file, so that spreadsheets detect UTF-8. */
export const CSV_MARK = '\uFEFF';

/** RFC 4180 with a byte order mark. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return CSV_MARK + csvLines(rows);
}

/** Lines of a file, each with its end. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = String(value ?? '');
  const shown = isCalculated(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** Signs that begin a formula, also in their full-width forms. Spreadsheets drop white space and controls before them. */
const BEGINNING = /^[\s\p{Cc}\uFEFF]*([=+\-@＝＋－＠])(.*)$/su;

/** A number with a sign, also with an exponent, a percent sign or separators of thousands. */
const NUMBER = /^[+-]\d+(,\d{3})*(\.\d+)?(e[+-]?\d+)?%?$/i;

/**
 * A path of plain names, such as the model `@cf/meta/llama-3.1-8b-instruct`. As a formula it could only refer to names:
 * without parentheses, `!`, `|`, `:` and quotes it calls no function, reaches no other file or sheet, and starts no
 * program.
 */
const NAME_PATH = /^@[a-z][\w.-]*(\/[a-z0-9][\w.-]*)+$/i;
/** What a formula can calculate with in a file that defines no names: a number, or the address of a cell (`A1`, `R1C1`). */
const OPERAND = /^(\d+|[a-z]{1,3}\d+|r\d*c\d*)$/i;

/**
 * Whether a spreadsheet would calculate the text instead of showing it. Texts may come from users, so that everything that
 * might be a formula counts (https://owasp.org/www-community/attacks/CSV_Injection); only signs with nothing to
 * calculate, numbers, and names that begin with `@` do not, because an apostrophe would make them other values.
 */
function isCalculated(text: string): boolean {
  const [, sign = '', rest = ''] = BEGINNING.exec(text) ?? [];
  if (sign === '' || !/[\p{L}\p{N}]/u.test(rest)) return false;
  if (NUMBER.test(text)) return false;
  return !NAME_PATH.test(text) || text.split(/[@/.-]/).every((part) => part === '' || OPERAND.test(part));
}
