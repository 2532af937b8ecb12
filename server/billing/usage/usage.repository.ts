import { Injectable } from '@nestjs/common';
import type { UsageResponse } from '../../contract/resources/usage.js';
import { ReadDatabase } from '../../core/postgres/reads/read-database.js';
import { DAY_SECONDS, type Days } from '../logs/closed-days.js';

/** Seconds; inclusive on both ends. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Seconds by which the hours of the viewer's time zone differ from those of UTC; 0 to 3599. */
  readonly offset: number;
}

/**
 * Maximum number of rows, as the list has no pages: a year of hours with dozens of models may exceed it, and the newest
 * rows win.
 */
export const MAX_ROWS = 100_000;

const OF_ALL = `0 AS id, 0 AS user_id, '' AS username`;
const OF_ONE = 'min(id) AS id, user_id, username';
const SUMS = 'sum(token_used) AS token_used, sum(count) AS count, sum(quota) AS quota';

/** Sums of `quota_data` by hours of the viewer's time zone and model, oldest first. */
@Injectable()
export class UsageRepository {
  constructor(private readonly reads: ReadDatabase) {}

  /** Sums over all users. */
  ofAllUsers({ from, to, offset }: Span): Promise<UsageResponse[]> {
    return this.oldestFirst(
      `SELECT ${OF_ALL}, model_name, ${hourOf('$3')} AS created_at, ${SUMS}
       FROM quota_data WHERE created_at BETWEEN $1 AND $2 GROUP BY 4, 5`,
      [from, to, offset],
    );
  }

  /** Sums over all users, with the day of UTC: an hour that contains midnight UTC is part of both days. */
  ofAllUsersByDay({ from, to }: Days, offset: number): Promise<(UsageResponse & { day: number })[]> {
    return this.reads.query<(UsageResponse & { day: number })[]>(
      `SELECT created_at / ${DAY_SECONDS} * ${DAY_SECONDS} AS day, ${OF_ALL}, model_name, ${hourOf('$3')} AS created_at, ${SUMS}
       FROM quota_data WHERE created_at >= $1 AND created_at < $2 GROUP BY 1, 5, 6 ORDER BY 6, 5`,
      [from, to, offset],
    );
  }

  /** Rows that were written with this username, of whichever account. */
  ofUsername(username: string, { from, to, offset }: Span): Promise<UsageResponse[]> {
    return this.oldestFirst(
      `SELECT ${OF_ONE}, model_name, ${hourOf('$4')} AS created_at, ${SUMS}
       FROM quota_data WHERE created_at BETWEEN $1 AND $2 AND username = $3 GROUP BY 2, 3, 4, 5`,
      [from, to, username, offset],
    );
  }

  /** Rows of one account, also those from before its username changed. */
  ofUser(userId: number, { from, to, offset }: Span): Promise<UsageResponse[]> {
    return this.oldestFirst(
      `SELECT ${OF_ONE}, model_name, ${hourOf('$4')} AS created_at, ${SUMS}
       FROM quota_data WHERE created_at BETWEEN $1 AND $2 AND user_id = $3 GROUP BY 2, 3, 4, 5`,
      [from, to, userId, offset],
    );
  }

  private oldestFirst(rows: string, parameters: unknown[]): Promise<UsageResponse[]> {
    return this.reads.query<UsageResponse[]>(
      `SELECT * FROM (SELECT * FROM (${rows}) found ORDER BY created_at DESC, model_name LIMIT ${MAX_ROWS}) newest
       ORDER BY created_at, model_name, id`,
      parameters,
    );
  }
}

/** SQL of the start of the hour of the viewer's time zone. @param offset parameter of the query */
function hourOf(offset: string): string {
  return `(created_at + ${offset}::bigint) / 3600 * 3600 - ${offset}::bigint`;
}
