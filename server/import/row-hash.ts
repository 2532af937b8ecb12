import { createHash } from 'node:crypto';
import { SOURCE_TABLES } from './source-tables.js';
import type { SourceRow } from './sources/source.js';

/** Characters: enough to tell two states of a row apart. */
const LENGTH = 22;
/** Between the two parts of a hash. */
const SEPARATOR = '.';

/** Columns that requests change. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  users: ['quota', 'used_quota', 'request_count'],
  tokens: ['remain_quota', 'used_quota', 'accessed_time'],
};
/** Columns that the old gateway measures and that are not brought up to date: here, they are measured too. */
export const MEASURED: Readonly<Record<string, readonly string[]>> = {
  channels: ['used_quota', 'test_time', 'response_time', 'balance', 'balance_updated_time', 'other_info'],
};

/**
 * Identifies what the import reads of a row: what people change, and after a dot what requests change. Columns that it does not read
 * change nothing.
 * @param read the columns that it reads
 */
export function rowHash(
  table: string,
  row: SourceRow,
  read: readonly string[] = SOURCE_TABLES[table] ?? [],
): string {
  const counted = COUNTED[table] ?? [];
  const left = [...counted, ...(MEASURED[table] ?? [])];
  const edited = read.filter((column) => !left.includes(column));
  return [edited, counted].map((columns) => hashOf(columns, row)).join(SEPARATOR);
}

/** A hash with the first part of one, and the second part of another. */
export function withCounted(hash: string, counted: string | null): string {
  return [editedPart(hash), counted?.split(SEPARATOR)[1] ?? ''].join(SEPARATOR);
}

/** The part of a hash that requests do not change. */
export function editedPart(hash: string): string {
  return hash.split(SEPARATOR)[0] ?? '';
}

function hashOf(columns: readonly string[], row: SourceRow): string {
  const values = columns.map((column) => row[column] ?? null);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, LENGTH);
}
