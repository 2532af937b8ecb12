import { isTooDeep } from '../../contract/json-depth.js';
import { columnText } from '../../core/postgres/postgres-text.js';
import type { SourceRow } from './source.js';

/** Columns of rows of a source, which may be absent, NULL or of another form: each reader has a value for these cases. */

/** '' for NULL and absent columns. Postgres pads columns of type char with blanks. */
export function text(row: SourceRow, column: string): string {
  return columnText(row[column] ?? '');
}

/** As `text`, without blanks around it. */
export function trimmed(row: SourceRow, column: string): string {
  return text(row, column).trim();
}

/** null where the text is blank. */
export function textOrNull(row: SourceRow, column: string): string | null {
  return trimmed(row, column) === '' ? null : text(row, column);
}

/**
 * A whole number; one with decimals is cut.
 * @param fallback for NULL, absent columns, other texts and numbers of 2^53 or more
 */
export function integer(row: SourceRow, column: string, fallback = 0): number {
  const match = /^\s*([+-]?\d+)(?:\.\d*)?\s*$/.exec(row[column] ?? '');
  const value = match ? Number(match[1]) : Number.NaN;
  return Number.isSafeInteger(value) ? value : fallback;
}

/** Whether a column has a whole number that `integer` cannot return. */
export function isTooLarge(row: SourceRow, column: string): boolean {
  return /^\s*[+-]?\d+\s*$/.test(row[column] ?? '') && !Number.isSafeInteger(Number(row[column]));
}

/** A number with decimals; 0 for NULL, absent columns and other texts. */
export function decimal(row: SourceRow, column: string): number {
  const value = Number(row[column] ?? 0);
  return Number.isFinite(value) ? value : 0;
}

/** Booleans are 0 and 1 in SQLite and MySQL, and `t` and `f` in Postgres. */
export function flag(row: SourceRow, column: string): boolean {
  return ['1', 't', 'true'].includes(trimmed(row, column).toLowerCase());
}

/** The parsed value of a JSON column; undefined if it is blank or no JSON. */
export function json(row: SourceRow, column: string): unknown {
  const value = trimmed(row, column);
  if (value === '' || isTooDeep(Buffer.from(value))) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Whether a column has a text that is no JSON. */
export function isBrokenJson(row: SourceRow, column: string): boolean {
  return trimmed(row, column) !== '' && json(row, column) === undefined;
}

/**
 * A timestamp in ISO form; null for NULL and texts that are none. Those without a zone are read as UTC.
 * SQLite has `2026-11-24 00:27:15.567327437+00:00`, Postgres `2026-11-24 00:27:15.567327+00`, MySQL no zone.
 */
export function timestamp(row: SourceRow, column: string): string | null {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,3})?\d*\s*(Z|[+-]\d\d(?::?\d\d)?)?/.exec(
    row[column] ?? '',
  );
  if (!match) return null;
  const [, day, time, fraction = '', zone = 'Z'] = match;
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const at = new Date(`${day}T${time}${fraction}${offset}`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
