import { z } from 'zod';
import { KINDS, type Kind } from '../../open-format/kinds.js';
import type { SourceRow } from '../../sources/source.js';

/**
 * The columns of a row of an export, as they were: Postgres reads the texts by the types of its columns.
 * @param except columns that the import decides
 */
export function storedColumns(
  kind: Kind,
  row: SourceRow,
  except: readonly string[],
): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(KINDS[kind].shape)) {
    if (name === 'id' || except.includes(name)) continue;
    const value = row[name] ?? null;
    columns[name] = schema instanceof z.ZodUnknown && value !== null ? JSON.parse(value) : value;
  }
  return columns;
}
