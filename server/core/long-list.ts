import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { ApiError } from '../contract/errors/api-error.js';
import type { Page } from './http/paging.js';
import { countOrEstimate, estimated, MAX_FOUND, totalSeenFrom } from './totals.js';

/** Rows with a numeric primary key. */
interface Numbered extends ObjectLiteral {
  readonly id: number;
}

/** A page of rows with the total number of rows. */
export interface Counted<T> {
  readonly items: T[];
  readonly total: number;
}

/**
 * Reads one page of a list that may have millions of rows, highest id first.
 * @param order properties to sort by before the id, descending
 * @returns the rows and a total that is exact up to `MAX_COUNTED`
 */
export async function longPage<T extends Numbered>(
  query: SelectQueryBuilder<T>,
  page: Page,
  order: readonly string[] = [],
): Promise<Counted<T>> {
  const { sql, parameters } = statement(query);
  const [items, estimate] = await Promise.all([
    longRows(query, page, order),
    countOrEstimate(query.dataSource, { from: `(${sql}) listed`, where: 'true', parameters }),
  ]);
  return { items, total: totalSeenFrom(page, items.length, estimate) };
}

/**
 * Reads one page of a keyword search, highest id first. While few rows match, one query returns all matching ids, and
 * counting and sorting happen here: separate queries for page and total would take twice as long.
 * @returns the rows and a total that is exact up to `MAX_FOUND`
 */
export async function foundPage<T extends Numbered>(
  query: SelectQueryBuilder<T>,
  page: Page,
): Promise<Counted<T>> {
  const id = `${query.alias}.id`;
  const found = await query
    .clone()
    .select(id, 'id')
    .limit(MAX_FOUND + 1)
    .getRawMany<{ id: number }>();
  const ids = found.map((row) => row.id).sort((one, other) => other - one);
  if (ids.length <= MAX_FOUND)
    return { items: await ofIds(query, ids.slice(page.offset, page.offset + page.size)), total: ids.length };
  const [items, estimate] = await Promise.all([
    longRows(query, page),
    estimated(query.dataSource, statement(query)),
  ]);
  return { items, total: totalSeenFrom(page, items.length, Math.max(estimate, ids.length), MAX_FOUND) };
}

/** A column by which a list is sorted, and by id where values are equal. */
export interface Sort {
  /** SQL with properties of the entity, such as `user.quota`. */
  readonly column: string;
  readonly descending: boolean;
  /** An index of the column and the id serves the list, however long it is. */
  readonly indexed?: boolean;
}

/** Rows that are sorted without an index: about 40 ms. */
const MAX_SORTED = 50_000;

/**
 * Reads one page of a list that is sorted by a column.
 * @throws ApiError list_too_long_to_sort if no index serves it
 */
export async function sortedPage<T extends Numbered>(
  query: SelectQueryBuilder<T>,
  page: Page,
  sort: Sort,
): Promise<Counted<T>> {
  const { sql, parameters } = statement(query);
  const listed = { from: `(${sql}) listed`, where: 'true', parameters };
  const total = await countOrEstimate(query.dataSource, listed);
  if (total > MAX_SORTED && !sort.indexed) throw new ApiError('list_too_long_to_sort', { max: MAX_SORTED });
  const items = await sortedRows(query, page, sort);
  return { items, total: totalSeenFrom(page, items.length, total) };
}

async function sortedRows<T extends Numbered>(
  query: SelectQueryBuilder<T>,
  { offset, size }: Page,
  { column, descending }: Sort,
): Promise<T[]> {
  const direction = descending ? 'DESC' : 'ASC';
  const { alias } = query;
  const found = await query
    .clone()
    .select(`${alias}.id`, 'id')
    .addSelect(column, 'sorted')
    .orderBy('sorted', direction)
    .addOrderBy(`${alias}.id`, direction)
    .offset(offset)
    .limit(size)
    .getRawMany<{ id: number }>();
  const rows = await ofIds(
    query,
    found.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * Reads one page without a total. The offset is applied to ids only, so that an index can serve it however wide the
 * rows are.
 * @param order properties to sort by before the id, descending
 */
export async function longRows<T extends Numbered>(
  query: SelectQueryBuilder<T>,
  { offset, size }: Page,
  order: readonly string[] = [],
): Promise<T[]> {
  const numbers = query.clone().select(`${query.alias}.id`, 'id').offset(offset).limit(size);
  const found = await newestFirst(numbers, order).getRawMany<{ id: number }>();
  return ofIds(
    query,
    found.map((row) => row.id),
    order,
  );
}

async function ofIds<T extends Numbered>(
  query: SelectQueryBuilder<T>,
  ids: readonly number[],
  order: readonly string[] = [],
): Promise<T[]> {
  if (ids.length === 0) return [];
  const rows = query.clone().where(`${query.alias}.id = ANY(:found)`, { found: ids });
  return newestFirst(rows, order).getMany();
}

function newestFirst<T extends Numbered>(
  query: SelectQueryBuilder<T>,
  order: readonly string[],
): SelectQueryBuilder<T> {
  for (const property of [...order, 'id']) query.addOrderBy(`${query.alias}.${property}`, 'DESC');
  return query;
}

function statement<T extends Numbered>(
  query: SelectQueryBuilder<T>,
): { readonly sql: string; readonly parameters: unknown[] } {
  const [sql, parameters] = query.clone().select(`${query.alias}.id`, 'id').getQueryAndParameters();
  return { sql, parameters };
}
