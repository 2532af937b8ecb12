import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Page } from '../../core/http/paging.js';
import { countOrEstimate, totalSeenFrom } from '../../core/totals.js';
import { LogType } from '../../contract/enums.js';
import type { LogResponse } from '../../contract/resources/log.js';
import { LOG_COLUMNS, ownerView, withSystemRefund } from './log-response.js';
import { conditionOf, type Condition, type LogFilter } from './log-filter.js';
import { channelNames } from './channel-names.js';
import { resolvedNames } from './log-names.repository.js';

const MAX_FOUND = 100;
/** Beyond this offset a page's ids are looked up first: an index-only scan skips rows much faster than the table. */
const FAR_DOWN = 1000;
/** Number of leading characters of `content` in the search index (logs_content_start). */
const INDEXED_CONTENT = 32;

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

export interface LogPage {
  items: LogResponse[];
  total: number;
}

/** Reads the usage log. Rows are written by the journal poster and by services that record an action. */
@Injectable()
export class LogsService {
  constructor(private readonly dataSource: DataSource) {}

  /** Rows of all users, with channel names. */
  async list(filter: LogFilter, page: Page): Promise<LogPage> {
    const { items, total } = await this.page(filter, page);
    return { items: await this.named(items), total };
  }

  /** A user's own rows. */
  async listOwn(userId: number, filter: LogFilter, page: Page): Promise<LogPage> {
    const { items, total } = await this.page(ownFilter(userId, filter), page);
    return { items: items.map(ownerView), total };
  }

  /** The newest rows of a type (when `keyword` is its number) or whose content begins with `keyword`. */
  async search(keyword: string): Promise<LogResponse[]> {
    const newest = `SELECT ${LOG_COLUMNS} FROM logs`;
    const rows: LogResponse[] = await this.dataSource.query(
      `SELECT * FROM (
         (${newest} WHERE type = $1 ${NEWEST_FIRST} LIMIT ${MAX_FOUND})
         UNION
         (${newest} WHERE left(content, ${INDEXED_CONTENT}) LIKE $2 AND starts_with(content, $3)
          ${NEWEST_FIRST} LIMIT ${MAX_FOUND})
       ) found ${NEWEST_FIRST} LIMIT ${MAX_FOUND}`,
      [typeOf(keyword), indexedPrefix(keyword), keyword],
    );
    return this.named(typeOf(keyword) === LogType.refund ? rows : rows.map(withSystemRefund));
  }

  /** The user's newest rows of the type whose number is `keyword`. */
  async searchOwn(userId: number, keyword: string): Promise<LogResponse[]> {
    const type = typeOf(keyword);
    if (type === null) return [];
    const rows = await this.rows(conditionOf({ userId, type }), MAX_FOUND, 0);
    return rows.map(ownerView);
  }

  private async page(filter: LogFilter, page: Page): Promise<LogPage> {
    const condition = conditionOf(await resolvedNames(this.dataSource, filter));
    const [items, estimate] = await Promise.all([
      this.rows(condition, page.size, page.offset),
      countOrEstimate(this.dataSource, {
        from: 'logs',
        where: condition.sql,
        parameters: condition.parameters,
      }),
    ]);
    return {
      items: filter.systemRefunds ? items.map(withSystemRefund) : items,
      total: totalSeenFrom(page, items.length, estimate),
    };
  }

  private async rows({ sql, parameters }: Condition, limit: number, offset: number): Promise<LogResponse[]> {
    const part = `LIMIT ${limit} OFFSET ${offset}`;
    if (offset < FAR_DOWN)
      return this.dataSource.query<LogResponse[]>(
        `SELECT ${LOG_COLUMNS} FROM logs WHERE ${sql} ${NEWEST_FIRST} ${part}`,
        parameters,
      );
    const found: { id: number; created_at: number }[] = await this.dataSource.query(
      `SELECT id, created_at FROM logs WHERE ${sql} ${NEWEST_FIRST} ${part}`,
      parameters,
    );
    // The time range lets Postgres skip partitions.
    return this.dataSource.query<LogResponse[]>(
      `SELECT ${LOG_COLUMNS} FROM logs WHERE id = ANY($1) AND created_at BETWEEN $2 AND $3 ${NEWEST_FIRST}`,
      [found.map(({ id }) => id), found.at(-1)?.created_at, found[0]?.created_at],
    );
  }

  /** Adds channel names, for display; log rows contain only channel ids. */
  private async named(items: LogResponse[]): Promise<LogResponse[]> {
    const names = await channelNames(
      this.dataSource,
      items.map(({ channel }) => channel),
    );
    return items.map((item) => ({ ...item, channel_name: names.get(item.channel) ?? '' }));
  }
}

/** Users may not see other users or channels, so they cannot filter by them either. */
export function ownFilter(userId: number, filter: LogFilter): LogFilter {
  return { ...filter, userId, username: undefined, channelId: undefined };
}

function typeOf(keyword: string): number | null {
  return /^[1-9]$/.test(keyword) ? Number(keyword) : null;
}

/** LIKE pattern for the indexed beginning of `content`. */
function indexedPrefix(keyword: string): string {
  const start = Array.from(keyword).slice(0, INDEXED_CONTENT).join('');
  return `${start.replace(/[\\%_]/g, '\\$&')}%`;
}
