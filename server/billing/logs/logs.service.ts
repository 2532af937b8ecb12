import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Page } from '../../core/http/paging.js';
import { COLUMNS, ownerView, type LogAnswer, type LogSums } from './log-answer.js';
import { conditionOf, type Condition, type LogFilter } from './log-filter.js';

const CONSUMPTION = 2;
const RATE_SECONDS = 60;
const MOST_FOUND = 100;
/** Counting stops here: nobody leafs that far, and counting a year of rows would take longer than the page. */
const MOST_COUNTED = 1_000_000;
/** Characters of a content the search index holds (logs_content_start). */
const INDEXED_CONTENT = 32;

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

export interface LogPage {
  items: LogAnswer[];
  total: number;
}

/** Reading the usage log. Rows are written by the poster of the journal and by whoever records an action. */
@Injectable()
export class LogsService {
  constructor(private readonly dataSource: DataSource) {}

  /** Any user's rows, channels by name. */
  async list(filter: LogFilter, page: Page): Promise<LogPage> {
    const { items, total } = await this.page(conditionOf(filter), page);
    return { items: await this.named(items), total };
  }

  /** A user's own rows. */
  async listOwn(userId: number, filter: LogFilter, page: Page): Promise<LogPage> {
    const { items, total } = await this.page(conditionOf(ownFilter(userId, filter)), page);
    return { items: items.map(ownerView), total };
  }

  stat(filter: LogFilter): Promise<LogSums> {
    return this.sums(filter);
  }

  statOwn(userId: number, filter: LogFilter): Promise<LogSums> {
    return this.sums(ownFilter(userId, filter));
  }

  /** The newest rows of a type (when `keyword` is its number) or whose content begins with `keyword`. */
  async search(keyword: string): Promise<LogAnswer[]> {
    const newest = `SELECT ${COLUMNS} FROM logs`;
    const rows: LogAnswer[] = await this.dataSource.query(
      `SELECT * FROM (
         (${newest} WHERE type = $1 ${NEWEST_FIRST} LIMIT ${MOST_FOUND})
         UNION
         (${newest} WHERE left(content, ${INDEXED_CONTENT}) LIKE $2 AND starts_with(content, $3)
          ${NEWEST_FIRST} LIMIT ${MOST_FOUND})
       ) found ${NEWEST_FIRST} LIMIT ${MOST_FOUND}`,
      [typeOf(keyword), indexedPrefix(keyword), keyword],
    );
    return this.named(rows);
  }

  /** The newest own rows of the type whose number `keyword` is. */
  async searchOwn(userId: number, keyword: string): Promise<LogAnswer[]> {
    const type = typeOf(keyword);
    if (type === null) return [];
    const rows = await this.rows(conditionOf({ userId, type }), MOST_FOUND, 0);
    return rows.map(ownerView);
  }

  private async page(condition: Condition, { size, offset }: Page): Promise<LogPage> {
    const [items, total] = await Promise.all([this.rows(condition, size, offset), this.count(condition)]);
    return { items, total };
  }

  private rows({ sql, parameters }: Condition, limit: number, offset: number): Promise<LogAnswer[]> {
    return this.dataSource.query<LogAnswer[]>(
      `SELECT ${COLUMNS} FROM logs WHERE ${sql} ${NEWEST_FIRST} LIMIT ${limit} OFFSET ${offset}`,
      parameters,
    );
  }

  private async count({ sql, parameters }: Condition): Promise<number> {
    const [row]: { total: number }[] = await this.dataSource.query(
      `SELECT count(*) AS total FROM (SELECT 1 FROM logs WHERE ${sql} LIMIT ${MOST_COUNTED}) counted`,
      parameters,
    );
    return row?.total ?? 0;
  }

  private async sums(filter: LogFilter): Promise<LogSums> {
    const consumed = { ...filter, type: CONSUMPTION };
    const since = Math.floor(Date.now() / 1000) - RATE_SECONDS;
    const range = conditionOf(consumed);
    const minute = conditionOf({ ...consumed, from: since, to: undefined });
    const [[sum], [rate]] = await Promise.all([
      this.dataSource.query<{ quota: number }[]>(
        `SELECT coalesce(sum(quota), 0) AS quota FROM logs WHERE ${range.sql}`,
        range.parameters,
      ),
      this.dataSource.query<{ rpm: number; tpm: number }[]>(
        `SELECT count(*) AS rpm, coalesce(sum(prompt_tokens + completion_tokens), 0) AS tpm
         FROM logs WHERE ${minute.sql}`,
        minute.parameters,
      ),
    ]);
    return { quota: sum?.quota ?? 0, rpm: rate?.rpm ?? 0, tpm: rate?.tpm ?? 0 };
  }

  /** Billing knows channels by number only; their names are for people to read. */
  private async named(items: LogAnswer[]): Promise<LogAnswer[]> {
    const ids = [...new Set(items.map(({ channel }) => channel))].filter((id) => id !== 0);
    if (ids.length === 0) return items;
    const rows: { id: number; name: string }[] = await this.dataSource.query(
      'SELECT id, name FROM channels WHERE id = ANY($1)',
      [ids],
    );
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return items.map((item) => ({ ...item, channel_name: names.get(item.channel) ?? '' }));
  }
}

/** Users are not told of others or of channels, so they cannot ask by them either. */
function ownFilter(userId: number, filter: LogFilter): LogFilter {
  return { ...filter, userId, username: undefined, channelId: undefined };
}

function typeOf(keyword: string): number | null {
  return /^[1-9]$/.test(keyword) ? Number(keyword) : null;
}

/** A LIKE pattern for the indexed beginning of a content. */
function indexedPrefix(keyword: string): string {
  const start = Array.from(keyword).slice(0, INDEXED_CONTENT).join('');
  return `${start.replace(/[\\%_]/g, '\\$&')}%`;
}
