/** Cell value of an exported table. */
export type Cell = string | number | boolean | null | undefined;

/** RFC 4180 with a byte order mark, so that spreadsheets detect UTF-8. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;
}

function toCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  // A spreadsheet would evaluate cells that start like a formula.
  const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
