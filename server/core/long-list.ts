import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Page } from './http/paging.js';
import { countOrEstimate, totalSeenFrom } from './totals.js';

/** Rows with a number as their key. */
interface Numbered extends ObjectLiteral {
  readonly id: number;
}

/**
 * A page of a list that may have millions of rows, highest number first.
 * @returns the rows and a total that is exact up to `MOST_COUNTED`
 */
export async function longPage<T extends Numbered>(
  query: SelectQueryBuilder<T>,
  page: Page,
): Promise<{ items: T[]; total: number }> {
  const [sql, parameters] = query.clone().select(`${query.alias}.id`, 'id').getQueryAndParameters();
  const [items, estimate] = await Promise.all([
    longRows(query, page),
    countOrEstimate(query.dataSource, { from: `(${sql}) listed`, where: 'true', parameters }),
  ]);
  return { items, total: totalSeenFrom(page, items.length, estimate) };
}

/** The rows alone. Numbers are skipped before rows are read, which an index alone can answer however wide the rows. */
export async function longRows<T extends Numbered>(
  query: SelectQueryBuilder<T>,
  { offset, size }: Page,
): Promise<T[]> {
  const id = `${query.alias}.id`;
  const found = await query
    .clone()
    .select(id, 'id')
    .orderBy(id, 'DESC')
    .offset(offset)
    .limit(size)
    .getRawMany<{ id: number }>();
  if (found.length === 0) return [];
  const ids = found.map((row) => row.id);
  return query.clone().where(`${id} = ANY(:found)`, { found: ids }).orderBy(id, 'DESC').getMany();
}
