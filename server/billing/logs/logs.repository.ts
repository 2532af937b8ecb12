import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import type { LogResponse } from '../../contract/resources/logs/log.js';
import type { Page } from '../../core/http/paging.js';
import { ReadDatabase } from '../../core/postgres/reads/read-database.js';
import { countOrEstimate } from '../../core/totals.js';
import { conditionOf, type LogFilter } from './log-filter.js';
import { LOG_SELECT_LIST } from './log-response.js';
import { Log } from './log.entity.js';
import { chargeOfRequest, type Condition } from './request-condition.js';

/** Maximum number of rows that a search returns. */
const MAX_FOUND = 100;
/** Maximum number of rows of one token: its list has no pages. */
const MAX_OF_TOKEN = 1000;
/**
 * From this offset on, the ids of a page are read first and then its rows: an index-only scan skips rows much faster than a
 * scan that reads them.
 */
const LARGE_OFFSET = 1000;
/** Number of leading characters of `content` in the search index (logs_content_start). */
const INDEXED_CONTENT = 32;
const ROW_ID = /^\d{1,15}$/;

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** Rows of the usage log. `LogWriter` inserts those of top-ups, refunds and actions; the journal poster copies those of charges. */
@Injectable()
export class LogsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reads: ReadDatabase,
  ) {}

  /** One page, newest first, and the number of all rows, which is an estimate if there are many. */
  page(filter: LogFilter, page: Page): Promise<[LogResponse[], number]> {
    const condition = conditionOf(filter);
    return Promise.all([
      this.rows(condition, page.size, page.offset),
      countOrEstimate(this.reads, {
        from: 'logs',
        where: condition.sql,
        parameters: condition.parameters,
      }),
    ]);
  }

  /**
   * The newest of the rows that have this type or whose content begins with `start`. Failed requests are found by their type
   * only.
   * @param type null = only the content decides
   */
  search(type: number | null, start: string): Promise<LogResponse[]> {
    const newest = `SELECT ${LOG_SELECT_LIST} FROM logs`;
    return this.reads.query<LogResponse[]>(
      `SELECT * FROM (
         (${newest} WHERE type = $1 ${NEWEST_FIRST} LIMIT ${MAX_FOUND})
         UNION
         (${newest} WHERE left(content, ${INDEXED_CONTENT}) LIKE $2 AND starts_with(content, $3)
          AND type <> ${LogType.error} ${NEWEST_FIRST} LIMIT ${MAX_FOUND})
       ) found ${NEWEST_FIRST} LIMIT ${MAX_FOUND}`,
      [type, indexedPrefix(start), start],
    );
  }

  /** The user's newest rows of a type. */
  ofUser(userId: number, type: number): Promise<LogResponse[]> {
    return this.rows(conditionOf({ userId, type }), MAX_FOUND, 0);
  }

  /** The token's newest rows, without requests that failed. */
  ofToken(tokenId: number): Promise<LogResponse[]> {
    return this.reads.query<LogResponse[]>(
      `SELECT ${LOG_SELECT_LIST} FROM logs WHERE token_id = $1 AND type <> ${LogType.error}
       ${NEWEST_FIRST} LIMIT ${MAX_OF_TOKEN}`,
      [tokenId],
    );
  }

  /**
   * The row of a charged request. From the primary: refunds are made of it.
   * @param id id of the row, or of the request
   * @param owner id of the user whose row it must be; undefined = any user
   */
  async ofRequest(id: string, owner: number | undefined): Promise<LogResponse | undefined> {
    const condition = ROW_ID.test(id) ? { sql: 'id = $1', parameters: [id] } : chargeOfRequest(id);
    if (!condition) return undefined;
    const parameters = [...condition.parameters];
    let sql = `SELECT ${LOG_SELECT_LIST} FROM logs WHERE ${condition.sql} AND type = ${LogType.consumption}`;
    if (owner !== undefined) sql += ` AND user_id = $${parameters.push(owner)}`;
    const rows: LogResponse[] = await this.dataSource.query(`${sql} ORDER BY created_at LIMIT 1`, parameters);
    return rows[0];
  }

  /** The newest rows of requests that failed with this channel as the last one. */
  failuresOfChannel(channelId: number, limit: number): Promise<LogResponse[]> {
    return this.reads.query<LogResponse[]>(
      `SELECT ${LOG_SELECT_LIST} FROM logs WHERE channel_id = $1 AND type = ${LogType.error} ${NEWEST_FIRST} LIMIT ${limit}`,
      [channelId],
    );
  }

  async insert(manager: EntityManager, columns: QueryDeepPartialEntity<Log>): Promise<void> {
    await manager.insert(Log, columns);
  }

  private async rows({ sql, parameters }: Condition, limit: number, offset: number): Promise<LogResponse[]> {
    const part = `LIMIT ${limit} OFFSET ${offset}`;
    if (offset < LARGE_OFFSET)
      return this.reads.query<LogResponse[]>(
        `SELECT ${LOG_SELECT_LIST} FROM logs WHERE ${sql} ${NEWEST_FIRST} ${part}`,
        parameters,
      );
    const found: { id: number; created_at: number }[] = await this.reads.query(
      `SELECT id, created_at FROM logs WHERE ${sql} ${NEWEST_FIRST} ${part}`,
      parameters,
    );
    // The time range lets Postgres skip partitions.
    return this.reads.query<LogResponse[]>(
      `SELECT ${LOG_SELECT_LIST} FROM logs WHERE id = ANY($1) AND created_at BETWEEN $2 AND $3 ${NEWEST_FIRST}`,
      [found.map(({ id }) => id), found.at(-1)?.created_at, found[0]?.created_at],
    );
  }
}

/** LIKE pattern for the indexed beginning of `content`. */
function indexedPrefix(keyword: string): string {
  const start = Array.from(keyword).slice(0, INDEXED_CONTENT).join('');
  return `${start.replace(/[\\%_]/g, '\\$&')}%`;
}
