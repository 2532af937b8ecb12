import { isTimeDimension, type CostDimension } from '../../contract/resources/costs/costs.js';
import { AMOUNT_COLUMNS } from '../ledger/posting/usage-hours.js';
import type { Parameters } from './cost-source.js';

/** Sums of `u`, named as the members of `UsageAmounts`. */
export const SUMS = Object.entries(AMOUNT_COLUMNS)
  .map(([name, column]) => `sum(u.${column})::bigint AS "${name}"`)
  .join(', ');
/** Columns of tables of sums. */
export const NAMES = Object.keys(AMOUNT_COLUMNS).map((name) => `"${name}"`);
/** Adds up rows of such tables. */
export const ADDED = NAMES.map((name) => `sum(${name})::bigint AS ${name}`).join(', ');

/** The column of a dimension in a table of sums. */
export function columnOf(dimension: CostDimension): string {
  return `"${dimension}"`;
}

/**
 * SQL of the cells of a table of sums, whose columns are named by `columnOf`.
 * @param all dimensions of the table
 * @param dimensions those of the cells
 * @param shown values, or pairs of them, with cells of their own
 */
export function cellsOf(
  table: string,
  all: readonly CostDimension[],
  dimensions: readonly CostDimension[],
  shown: number,
  parameters: Parameters,
): string {
  const columns = dimensions.map(columnOf);
  const cells =
    all.length === dimensions.length
      ? table
      : `(SELECT ${columns.join(', ')}, span, ${ADDED} FROM ${table} GROUP BY ${columns.join(', ')}, span)`;
  const ranked = dimensions.filter((each) => !isTimeDimension(each)).map(columnOf);
  if (ranked.length === 0)
    return `SELECT ${columns[0]}::text AS by, NULL AS "thenBy", span, ${NAMES.join(', ')} FROM ${cells} cells`;
  const keys = ranked.join(', ');
  const limit = parameters.add(shown);
  const value = (index: number) => {
    const column = columns[index];
    if (column === undefined) return 'NULL';
    return ranked.includes(column)
      ? `CASE WHEN place <= ${limit} THEN ${column}::text END`
      : `${column}::text`;
  };
  // Windows instead of a join with the ranking: without statistics of the cells, the join would compare each with each.
  return `SELECT ${value(0)} AS by, ${value(1)} AS "thenBy", span, ${ADDED}
    FROM (
      SELECT *, dense_rank() OVER (ORDER BY all_quota DESC, all_requests DESC, ${keys}) AS place
      FROM (
        SELECT *, sum("quota") OVER same AS all_quota, sum("requests") OVER same AS all_requests
        FROM ${table === cells ? table : `${cells} cells`} WINDOW same AS (PARTITION BY ${keys})) weighed) placed
    GROUP BY 1, 2, 3`;
}
