import type { DataSource } from 'typeorm';
import type { LogFilter } from './log-filter.js';

/**
 * The names in the log that a pattern stands for. Jumps from name to name in the index (`logs_model_created`, hence its
 * byte order): some dozen steps instead of a look at every row.
 */
const MATCHING = `
  WITH RECURSIVE names (name) AS (
    (SELECT model_name FROM logs ORDER BY model_name USING ~<~ LIMIT 1)
    UNION ALL
    SELECT (SELECT model_name FROM logs WHERE model_name ~>~ name ORDER BY model_name USING ~<~ LIMIT 1)
    FROM names WHERE name IS NOT NULL)
  SELECT name FROM names WHERE name LIKE $1`;

/** The same filter, its pattern of model names looked up. */
export async function withModelNames(dataSource: DataSource, filter: LogFilter): Promise<LogFilter> {
  if (!filter.modelName?.includes('%')) return filter;
  const rows: { name: string }[] = await dataSource.query(MATCHING, [pattern(filter.modelName)]);
  return { ...filter, modelName: undefined, modelNames: rows.map(({ name }) => name) };
}

/** `_` is part of many names, never a wildcard of the caller's. */
function pattern(text: string): string {
  return text.replace(/[\\_]/g, '\\$&');
}
