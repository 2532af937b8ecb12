import Papa from 'papaparse';
import { type Price, PRICE_OF_RATIO, quotient, readNumber } from './prices';

/** Bounds of a pasted table, so that its preview stays usable. */
const MAX_ROWS = 2000;
const MAX_NAME = 255;

export type PasteProblem = 'columns' | 'name' | 'number' | 'zero' | 'mixed' | 'none' | 'duplicate' | 'rows';

export interface PastedRow {
  /** Row in the pasted text, from 1: a line, unless quoted cells have several. */
  line: number;
  name: string;
  /** Absent if the row has a problem. */
  price?: Price;
  problem?: PasteProblem;
}

/**
 * Reads rows of a spreadsheet: model, input, output, cache read and cache write in USD per 1M tokens, and USD per call.
 * Cells are separated by tabs, or by commas in a text without tabs. A first row without any number is a header.
 */
export function readPastedPrices(text: string): PastedRow[] {
  const { data } = Papa.parse<string[]>(text, { delimiter: text.includes('\t') ? '\t' : ',' });
  const lines = data
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const rows = lines.slice(lines[0] && isHeader(lines[0].cells) ? 1 : 0);
  const seen = new Set<string>();
  return rows.slice(0, MAX_ROWS + 1).map(({ line, cells }, index) => {
    const [name = '', ...amounts] = cells;
    const read = index === MAX_ROWS ? 'rows' : seen.has(name) ? 'duplicate' : readRow(name, amounts);
    seen.add(name);
    return typeof read === 'string' ? { line, name, problem: read } : { line, name, price: read };
  });
}

function readRow(name: string, cells: readonly string[]): Price | PasteProblem {
  if (name === '' || name.length > MAX_NAME) return 'name';
  if (cells.length > 5 && cells.slice(5).some((cell) => cell !== '')) return 'columns';
  const amounts = cells.slice(0, 5).map((cell) => readNumber(cell.replace(/^(\$|USD)\s*/i, '')));
  if (amounts.some(Number.isNaN)) return 'number';
  const [input, output, read, write, call] = amounts;
  if (call !== undefined)
    return [input, output, read, write].some((amount) => amount !== undefined) ? 'mixed' : { price: call };
  if (input === undefined) return 'none';
  // The other prices are stored relative to that of input.
  const relative = [output, read, write];
  if (input === 0 && relative.some((amount) => amount)) return 'zero';
  const [completion, cacheRead, cacheWrite] = relative.map((amount) =>
    amount === undefined || input === 0 ? undefined : quotient(amount, input),
  );
  return { ratio: quotient(input, PRICE_OF_RATIO), completion, cacheRead, cacheWrite };
}

function isHeader(cells: readonly string[]): boolean {
  return (
    cells.length > 1 && cells.slice(1).every((cell) => cell === '' || !/\d/.test(cell.replace(/1\s?M/i, '')))
  );
}
