import type { DataSource } from 'typeorm';
import type { LogFilter } from './log-filter.js';

/**
 * Model names in the log that match a pattern. Jumps from name to name in the index (`logs_model_created`, hence the
 * byte order): a few dozen steps instead of a scan of all rows.
 */
const MATCHING = `
  WITH RECURSIVE names (name) AS (
    (SELECT model_name FROM logs ORDER BY model_name USING ~<~ LIMIT 1)
    UNION ALL
    SELECT (SELECT model_name FROM logs WHERE model_name ~>~ name ORDER BY model_name USING ~<~ LIMIT 1)
    FROM names WHERE name IS NOT NULL)
  SELECT name FROM names WHERE name LIKE $1`;

/** Replaces a pattern of model names in the filter by the matching names. */
export async function withModelNames(dataSource: DataSource, filter: LogFilter): Promise<LogFilter> {
  if (!filter.modelName?.includes('%')) return filter;
  const rows: { name: string }[] = await dataSource.query(MATCHING, [pattern(filter.modelName)]);
  return { ...filter, modelName: undefined, modelNames: rows.map(({ name }) => name) };
}

/** Escapes `_`, which is part of many model names and not a wildcard here. */
function pattern(text: string): string {
  return text.replace(/[\\_]/g, '\\$&');
}
