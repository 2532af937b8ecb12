import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { Vault } from '../core/crypto.js';
import type { Page } from '../core/http/paging.js';
import { Channel } from './channel.entity.js';

/** An unpaged list ends here. */
const MOST_FOUND = 1000;
/** Shorter texts are no keys, so no credential is opened for them. */
const SHORTEST_KEY = 12;

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
  readonly channels: Channel[];
  readonly total: number;
}

const BY_TAG = `SELECT tag FROM channels WHERE tag <> '' GROUP BY tag`;

export async function listChannels(manager: EntityManager, page: Page, order: Order): Promise<Found> {
  if (order.byTag) return listTags(manager, page, order);
  const [channels, total] = await manager.findAndCount(Channel, {
    order: order.byId ? { id: 'DESC' } : { priority: 'DESC', id: 'DESC' },
    skip: page.offset,
    take: page.size,
  });
  return { channels, total };
}

async function listTags(manager: EntityManager, page: Page, order: Order): Promise<Found> {
  const rank = order.byId ? 'max(id) DESC' : 'max(priority) DESC, max(id) DESC';
  const tags: { tag: string }[] = await manager.query(`${BY_TAG} ORDER BY ${rank} LIMIT $1 OFFSET $2`, [
    page.size,
    page.offset,
  ]);
  const [count]: { total: number }[] = await manager.query(
    `SELECT count(DISTINCT tag) AS total FROM channels WHERE tag <> ''`,
  );
  const channels = await ofTags(
    manager,
    tags.map(({ tag }) => tag),
    order,
  );
  return { channels, total: count?.total ?? 0 };
}

/** Channels by number, part of the name or exact key; by part of the models; by group. In tag mode whole tags of those. */
export async function searchChannels(
  manager: EntityManager,
  vault: Vault,
  { keyword, group, model, ...order }: Search,
): Promise<Found> {
  const query = manager.createQueryBuilder(Channel, 'channel').take(MOST_FOUND);
  if (keyword !== '')
    query.andWhere('(channel.id = ANY(:ids) OR channel.name ILIKE :name)', {
      ids: [...numberOf(keyword), ...(await withKey(manager, vault, keyword))],
      name: containing(keyword),
    });
  if (model !== '') query.andWhere('channel.models ILIKE :model', { model: containing(model) });
  if (group !== '' && group !== 'null')
    query.andWhere(`:group = ANY(regexp_split_to_array(trim(channel.group), '\\s*,\\s*'))`, { group });
  if (!order.byId) query.addOrderBy('channel.priority', 'DESC');
  const channels = await query.addOrderBy('channel.id', 'DESC').getMany();
  if (!order.byTag) return { channels, total: channels.length };
  const tags = new Set(channels.map(({ tag }) => tag).filter((tag) => tag !== null && tag !== ''));
  const whole = await ofTags(manager, [...tags], order);
  return { channels: whole, total: whole.length };
}

async function ofTags(manager: EntityManager, tags: (string | null)[], order: Order): Promise<Channel[]> {
  const query = manager.createQueryBuilder(Channel, 'channel').where('channel.tag = ANY(:tags)', { tags });
  if (!order.byId) query.addOrderBy('channel.priority', 'DESC');
  return query.addOrderBy('channel.id', 'DESC').take(MOST_FOUND).getMany();
}

/** Sealed keys by the hash of what they hold: opening ten thousand of them for every search would take too long. */
const opened = new LRUCache<string, string>({ max: 50_000 });

/** Keys are sealed differently each time, so all are opened to find one. */
async function withKey(manager: EntityManager, vault: Vault, keyword: string): Promise<number[]> {
  if (keyword.length < SHORTEST_KEY) return [];
  const wanted = vault.lookupHash(keyword);
  const all = await manager.query<{ id: number; key: string }[]>('SELECT id, key FROM channels');
  return all.filter(({ key }) => hashOf(vault, key) === wanted).map(({ id }) => id);
}

/** The keyed hash of a sealed key; '' for one that cannot be opened: the channel directory reports such channels. */
function hashOf(vault: Vault, sealed: string): string {
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const hash = lookupHash(vault, sealed);
  opened.set(sealed, hash);
  return hash;
}

function lookupHash(vault: Vault, sealed: string): string {
  try {
    return vault.lookupHash(vault.open(sealed));
  } catch {
    return '';
  }
}

function numberOf(keyword: string): number[] {
  return /^\d{1,15}$/.test(keyword) ? [Number(keyword)] : [];
}

/** What the user typed is no pattern. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
