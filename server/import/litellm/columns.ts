import type { SourceRow } from '../sources/source.js';
import { json, timestamp, trimmed } from '../sources/column-values.js';
import { record } from '../../dialects/json/lenient.js';

/** Columns of LiteLLM's tables: money in USD as floating-point numbers, times as timestamps, lists as arrays of Postgres. */

/** Quota units of an amount in USD; null for NULL. @param unit quota units per USD */
export function quotaOf(row: SourceRow, column: string, unit: number): number | null {
  const value = trimmed(row, column);
  return value === '' || !Number.isFinite(Number(value)) ? null : Math.round(Number(value) * unit);
}

/** Unix seconds; undefined for NULL. */
export function secondsOf(row: SourceRow, column: string): number | undefined {
  const at = timestamp(row, column);
  return at === null ? undefined : Math.floor(Date.parse(at) / 1000);
}

/** Unix milliseconds; undefined for NULL. */
export function millisecondsOf(row: SourceRow, column: string): number | undefined {
  const at = timestamp(row, column);
  return at === null ? undefined : Date.parse(at);
}

/** An array of texts, as Postgres writes it: `{a,"b c"}`. */
export function listOf(row: SourceRow, column: string): string[] {
  const value = trimmed(row, column);
  if (!value.startsWith('{') || !value.endsWith('}')) return [];
  const found = value.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g);
  return [...found].map(([, quoted, bare = '']) => quoted?.replace(/\\(.)/g, '$1') ?? bare);
}

export function jsonOf(row: SourceRow, column: string): Readonly<Record<string, unknown>> {
  return record(json(row, column));
}
