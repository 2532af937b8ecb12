import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Page } from '../core/http/paging.js';
import { containing } from '../core/postgres/like.js';
import type { ChannelResponse } from '../contract/resources/channels/channel.js';
import type { TestVerdict } from '../contract/resources/channels/channel-test.js';
import { RESPONSE_COLUMNS } from './channel-response.js';

/** Maximum rows of an unpaged list. */
const MAX_FOUND = 1000;

export interface Order {
  /** Newest first instead of highest priority first. */
  readonly byId: boolean;
  /** List whole tags: the page counts tags and contains all channels of each. */
  readonly byTag: boolean;
  /** Before the order above. */
  readonly sort: ChannelOrder | undefined;
}

/** By a column of the table, or the given channels in their order before all others. */
export type ChannelOrder =
  | {
      readonly column: 'name' | 'type' | 'response_time' | 'balance' | 'priority' | 'weight';
      readonly descending: boolean;
    }
  | { readonly ids: readonly number[] };

/** Absent fields do not filter. */
interface ChannelFilter {
  readonly status: number | undefined;
  readonly type: number | undefined;
  readonly test: TestVerdict | undefined;
}

/** Order and filter of a list. */
export interface Listing extends Order, ChannelFilter {}

export interface Search extends Listing {
  readonly keyword: string;
  readonly group: string;
  readonly model: string;
}

export interface Found {
  readonly items: ChannelResponse[];
  readonly total: number;
}

const TEST_CONDITIONS: Readonly<Record<TestVerdict, string>> = {
  failed: "last_test->'ok' = 'false'",
  ok: "last_test->'ok' = 'true'",
  // Earlier releases did not store results.
  never: 'test_time = 0 AND last_test IS NULL',
};

/** Selects rows in the shape of the response: building entities for thousands of rows would take most of the time. */
const CHANNELS = `SELECT ${RESPONSE_COLUMNS} FROM channels`;

/** Lists and searches of channels. */
@Injectable()
export class ChannelListsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async list(page: Page, listing: Listing): Promise<Found> {
    if (listing.byTag) return this.listTags(page, listing);
    const conditions = new Conditions();
    conditions.limit(listing);
    const { where, parameters } = conditions;
    const [items, [count]] = await Promise.all([
      this.database.query<ChannelResponse[]>(
        `${CHANNELS} ${where} ${ordered(listing)} LIMIT ${page.size} OFFSET ${page.offset}`,
        parameters,
      ),
      this.database.query<{ total: number }[]>(`SELECT count(*) AS total FROM channels ${where}`, parameters),
    ]);
    return { items, total: count?.total ?? 0 };
  }

  /** Lists whole tags that have a channel matching the filter. */
  private async listTags(page: Page, listing: Listing): Promise<Found> {
    const rank = listing.byId ? 'newest DESC' : 'highest DESC, newest DESC';
    const conditions = new Conditions();
    conditions.add("tag <> ''");
    conditions.limit(listing);
    const [found] = await this.database.query<{ total: number; tags: string[] }[]>(
      `WITH tags AS MATERIALIZED (
         SELECT tag, max(priority) AS highest, max(id) AS newest FROM channels ${conditions.where} GROUP BY tag)
       SELECT (SELECT count(*) FROM tags) AS total,
         ARRAY(SELECT tag FROM tags ORDER BY ${rank} LIMIT ${page.size} OFFSET ${page.offset}) AS tags`,
      conditions.parameters,
    );
    return { items: await this.ofTags(found?.tags ?? [], listing), total: found?.total ?? 0 };
  }

  /**
   * Searches by id, part of the name or exact key; by part of the models; by group. In tag mode returns all channels of the
   * tags of the matches.
   * @param holders ids of the channels whose key is the keyword
   */
  async search({ keyword, group, model, ...listing }: Search, holders: readonly number[]): Promise<Found> {
    const conditions = new Conditions();
    if (keyword !== '') {
      const ids = conditions.parameter([...numberOf(keyword), ...holders]);
      conditions.add(
        `(id = ANY(${ids}::bigint[]) OR name ILIKE ${conditions.parameter(containing(keyword))})`,
      );
    }
    if (model !== '') conditions.add(`models ILIKE ${conditions.parameter(containing(model))}`);
    if (group !== '' && group !== 'null')
      conditions.add(
        `${conditions.parameter(group)} = ANY(regexp_split_to_array(trim("group"), '\\s*,\\s*'))`,
      );
    conditions.limit(listing);
    const items = await this.database.query<ChannelResponse[]>(
      `${CHANNELS} ${conditions.where} ${ordered(listing)} LIMIT ${MAX_FOUND}`,
      conditions.parameters,
    );
    if (!listing.byTag) return { items, total: items.length };
    const tags = new Set(items.map(({ tag }) => tag).filter((tag) => tag !== null && tag !== ''));
    const whole = await this.ofTags([...tags], listing);
    return { items: whole, total: whole.length };
  }

  private ofTags(tags: readonly (string | null)[], order: Order): Promise<ChannelResponse[]> {
    return this.database.query<ChannelResponse[]>(
      `${CHANNELS} WHERE tag = ANY($1::text[]) ${ordered(order)} LIMIT ${MAX_FOUND}`,
      [tags],
    );
  }
}

/** Builds a WHERE clause and its parameters. */
class Conditions {
  readonly parameters: unknown[] = [];
  private readonly parts: string[] = [];

  get where(): string {
    return this.parts.length === 0 ? '' : `WHERE ${this.parts.join(' AND ')}`;
  }

  /** @returns the placeholder of the value */
  parameter(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }

  add(condition: string): void {
    this.parts.push(condition);
  }

  limit({ status, type, test }: ChannelFilter): void {
    if (status !== undefined) this.add(`status = ${this.parameter(status)}`);
    if (type !== undefined) this.add(`type = ${this.parameter(type)}`);
    if (test !== undefined) this.add(TEST_CONDITIONS[test]);
  }
}

function ordered({ byId, byTag, sort }: Order): string {
  const usual = byId ? 'id DESC' : 'priority DESC, id DESC';
  if (!sort || byTag) return `ORDER BY ${usual}`;
  if ('column' in sort) return `ORDER BY ${sort.column} ${sort.descending ? 'DESC' : 'ASC'}, ${usual}`;
  // Not a parameter, because the count of the rows has the same parameters.
  return `ORDER BY array_position(ARRAY[${sort.ids.map(Number).join(',')}]::bigint[], id::bigint) NULLS LAST, ${usual}`;
}

function numberOf(keyword: string): number[] {
  const number = /^#?(\d{1,15})$/.exec(keyword)?.[1];
  return number === undefined ? [] : [Number(number)];
}
