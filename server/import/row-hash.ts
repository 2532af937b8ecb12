import { createHash } from 'node:crypto';
import { SOURCE_TABLES } from './source-tables.js';
import type { SourceRow } from './sources/source.js';

/** Characters: enough to tell two states of a row apart. */
const LENGTH = 22;

/** Columns that the old gateway writes by itself: they do not make a row one that its operator changed. */
const MEASURED: Readonly<Record<string, readonly string[]>> = {
  channels: ['used_quota', 'test_time', 'response_time', 'balance', 'balance_updated_time', 'other_info'],
};

/** Identifies what the import reads of a row. Columns that it does not read change nothing. */
export function rowHash(table: string, row: SourceRow): string {
  const measured = MEASURED[table] ?? [];
  const columns = (SOURCE_TABLES[table] ?? []).filter((column) => !measured.includes(column));
  const values = columns.map((column) => row[column] ?? null);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, LENGTH);
}
