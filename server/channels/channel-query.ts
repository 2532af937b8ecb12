import type { DataSource } from 'typeorm';
import type { Page } from '../core/http/paging.js';
import { containing } from '../core/like.js';
import { ANSWER_COLUMNS, type ChannelAnswer } from './channel-answer.js';

/** An unpaged list ends here. */
const MOST_FOUND = 1000;

export interface Order {
  /** Newest first instead of highest priority first. */
  readonly byId: boolean;
  /** Whole tags: the page counts tags, the answer holds all their channels. */
  readonly byTag: boolean;
}

export interface Search extends Order {
  readonly keyword: string;
  readonly group: string;
  readonly model: string;
}

export interface Found {
  readonly items: ChannelAnswer[];
  readonly total: number;
}

/** Rows come from Postgres as they are answered: building entities of thousands of them would take most of the time. */
const CHANNELS = `SELECT ${ANSWER_COLUMNS} FROM channels`;

export async function listChannels(database: DataSource, page: Page, order: Order): Promise<Found> {
  if (order.byTag) return listTags(database, page, order);
  const [items, [count]] = await Promise.all([
    database.query<ChannelAnswer[]>(`${CHANNELS} ${ordered(order)} LIMIT $1 OFFSET $2`, [
      page.size,
      page.offset,
    ]),
    database.query<{ total: number }[]>('SELECT count(*) AS total FROM channels'),
  ]);
  return { items, total: count?.total ?? 0 };
}

async function listTags(database: DataSource, page: Page, order: Order): Promise<Found> {
  const rank = order.byId ? 'newest DESC' : 'highest DESC, newest DESC';
  const [found] = await database.query<{ total: number; tags: string[] }[]>(
    `WITH tags AS MATERIALIZED (
       SELECT tag, max(priority) AS highest, max(id) AS newest FROM channels WHERE tag <> '' GROUP BY tag)
     SELECT (SELECT count(*) FROM tags) AS total,
       ARRAY(SELECT tag FROM tags ORDER BY ${rank} LIMIT $1 OFFSET $2) AS tags`,
    [page.size, page.offset],
  );
  return { items: await ofTags(database, found?.tags ?? [], order), total: found?.total ?? 0 };
}

/**
 * Channels by number, part of the name or exact key; by part of the models; by group. In tag mode whole tags of those.
 * @param holders the channels whose key the keyword is
 */
export async function searchChannels(
  database: DataSource,
  { keyword, group, model, ...order }: Search,
  holders: readonly number[],
): Promise<Found> {
  const parts: string[] = [];
  const parameters: unknown[] = [];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  if (keyword !== '') {
    const ids = parameter([...numberOf(keyword), ...holders]);
    parts.push(`(id = ANY(${ids}::bigint[]) OR name ILIKE ${parameter(containing(keyword))})`);
  }
  if (model !== '') parts.push(`models ILIKE ${parameter(containing(model))}`);
  if (group !== '' && group !== 'null')
    parts.push(`${parameter(group)} = ANY(regexp_split_to_array(trim("group"), '\\s*,\\s*'))`);
  const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`;
  const items = await database.query<ChannelAnswer[]>(
    `${CHANNELS} ${where} ${ordered(order)} LIMIT ${MOST_FOUND}`,
    parameters,
  );
  if (!order.byTag) return { items, total: items.length };
  const tags = new Set(items.map(({ tag }) => tag).filter((tag) => tag !== null && tag !== ''));
  const whole = await ofTags(database, [...tags], order);
  return { items: whole, total: whole.length };
}

function ofTags(
  database: DataSource,
  tags: readonly (string | null)[],
  order: Order,
): Promise<ChannelAnswer[]> {
  return database.query<ChannelAnswer[]>(
    `${CHANNELS} WHERE tag = ANY($1::text[]) ${ordered(order)} LIMIT ${MOST_FOUND}`,
    [tags],
  );
}

function ordered({ byId }: Order): string {
  return byId ? 'ORDER BY id DESC' : 'ORDER BY priority DESC, id DESC';
}

function numberOf(keyword: string): number[] {
  return /^\d{1,15}$/.test(keyword) ? [Number(keyword)] : [];
}
