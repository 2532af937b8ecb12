import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import type { LogResponse } from '../../contract/resources/log.js';
import type { Page } from '../../core/http/paging.js';
import { requestTime } from '../../core/ids.js';
import { countOrEstimate } from '../../core/totals.js';
import { conditionOf, type Condition, type LogFilter } from './log-filter.js';
import { LOG_SELECT_LIST } from './log-response.js';
import { Log } from './log.entity.js';

/** Maximum number of rows of a search. */
const MAX_FOUND = 100;
/** Maximum number of rows of a token, whose list has no pages. */
const MAX_OF_TOKEN = 1000;
/** Beyond this offset a page's ids are looked up first: an index-only scan skips rows much faster than the table. */
const FAR_DOWN = 1000;
/** Number of leading characters of `content` in the search index (logs_content_start). */
const INDEXED_CONTENT = 32;
const ROW_ID = /^\d{1,15}$/;
/** Maximum time from the start of a request to its log row, seconds; longer than any session. */
const MAX_REQUEST_LENGTH = 3 * 60 * 60;

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** Rows of the usage log. Rows of charges are inserted by the journal poster. */
@Injectable()
export class LogsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** One page, newest first, and the number of all rows, which is an estimate if there are many. */
  page(filter: LogFilter, page: Page): Promise<[LogResponse[], number]> {
    const condition = conditionOf(filter);
    return Promise.all([
      this.rows(condition, page.size, page.offset),
      countOrEstimate(this.dataSource, {
        from: 'logs',
        where: condition.sql,
        parameters: condition.parameters,
      }),
    ]);
  }

  /** The newest rows of a type, or whose content begins with `start`. @param type null = of none */
  search(type: number | null, start: string): Promise<LogResponse[]> {
    const newest = `SELECT ${LOG_SELECT_LIST} FROM logs`;
    return this.dataSource.query<LogResponse[]>(
      `SELECT * FROM (
         (${newest} WHERE type = $1 ${NEWEST_FIRST} LIMIT ${MAX_FOUND})
         UNION
         (${newest} WHERE left(content, ${INDEXED_CONTENT}) LIKE $2 AND starts_with(content, $3)
          ${NEWEST_FIRST} LIMIT ${MAX_FOUND})
       ) found ${NEWEST_FIRST} LIMIT ${MAX_FOUND}`,
      [type, indexedPrefix(start), start],
    );
  }

  /** The user's newest rows of a type. */
  ofUser(userId: number, type: number): Promise<LogResponse[]> {
    return this.rows(conditionOf({ userId, type }), MAX_FOUND, 0);
  }

  /** The token's newest rows. */
  ofToken(tokenId: number): Promise<LogResponse[]> {
    return this.dataSource.query<LogResponse[]>(
      `SELECT ${LOG_SELECT_LIST} FROM logs WHERE token_id = $1
       ORDER BY created_at DESC, id DESC LIMIT ${MAX_OF_TOKEN}`,
      [tokenId],
    );
  }

  /**
   * The row of a charged request.
   * @param id of the row, or of the request
   * @param owner undefined = of any user
   */
  async ofRequest(id: string, owner: number | undefined): Promise<LogResponse | undefined> {
    const what = ROW_ID.test(id) ? { sql: 'id = $1', parameters: [id] } : byRequest(id);
    if (!what) return undefined;
    const parameters = [...what.parameters];
    let sql = `SELECT ${LOG_SELECT_LIST} FROM logs WHERE ${what.sql} AND type = ${LogType.consumption}`;
    if (owner !== undefined) sql += ` AND user_id = $${parameters.push(owner)}`;
    const rows: LogResponse[] = await this.dataSource.query(`${sql} ORDER BY created_at LIMIT 1`, parameters);
    return rows[0];
  }

  async insert(manager: EntityManager, columns: QueryDeepPartialEntity<Log>): Promise<void> {
    await manager.insert(Log, columns);
  }

  private async rows({ sql, parameters }: Condition, limit: number, offset: number): Promise<LogResponse[]> {
    const part = `LIMIT ${limit} OFFSET ${offset}`;
    if (offset < FAR_DOWN)
      return this.dataSource.query<LogResponse[]>(
        `SELECT ${LOG_SELECT_LIST} FROM logs WHERE ${sql} ${NEWEST_FIRST} ${part}`,
        parameters,
      );
    const found: { id: number; created_at: number }[] = await this.dataSource.query(
      `SELECT id, created_at FROM logs WHERE ${sql} ${NEWEST_FIRST} ${part}`,
      parameters,
    );
    // The time range lets Postgres skip partitions.
    return this.dataSource.query<LogResponse[]>(
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

/**
 * Condition for the row of a request; undefined for an invalid id. The log has no index of request ids. The ledger has one,
 * and its entry has the time of the row. The possible time range limits the partitions
 * that are read.
 */
function byRequest(id: string): { sql: string; parameters: unknown[] } | undefined {
  const begun = requestTime(id);
  if (begun === undefined) return undefined;
  return {
    sql: `request_id = $1 AND created_at BETWEEN $2 AND $3 AND created_at IN (
      SELECT CASE WHEN settled_at > 0 THEN settled_at ELSE created_at END FROM ledger_entries
      WHERE request_id = $1 AND kind = 'consume' AND created_at BETWEEN $2 AND $3)`,
    parameters: [id, begun, begun + MAX_REQUEST_LENGTH],
  };
}
