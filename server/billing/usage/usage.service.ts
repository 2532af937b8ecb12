import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { UsageResponse } from '../../contract/resources/usage.js';
import { accountOf } from '../logs/resolve-names.js';
import { ClosedDays, closedWithin, DAY_SECONDS, type Days } from '../logs/closed-days.js';

/** Seconds; inclusive on both ends. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Maximum number of rows, as the list has no pages: a year of hours with dozens of models may exceed it, and the newest
 * rows win.
 */
const MAX_ROWS = 100_000;

const COLUMNS = 'id, user_id, username, model_name, created_at, token_used, count, quota';

/** Hourly sums for the dashboard, kept up to date by the journal poster. */
@Injectable()
export class UsageService {
  private readonly days = new ClosedDays<UsageResponse[]>();

  constructor(private readonly dataSource: DataSource) {}

  /** Sums over all users. Sums of past days are cached for minutes. */
  async ofAllUsers({ from, to }: Span): Promise<UsageResponse[]> {
    const closed = closedWithin(from, to, Math.floor(Date.now() / 1000));
    if (closed === undefined) return this.hours({ from, to });
    const [before, days, after] = await Promise.all([
      closed.from > from ? this.hours({ from, to: closed.from - 1 }) : [],
      this.days.read('all', closed, [], (missing) => this.hoursByDay(missing)),
      to >= closed.to ? this.hours({ from: closed.to, to }) : [],
    ]);
    return [...before, ...days.flat(), ...after].slice(-MAX_ROWS);
  }

  private async hoursByDay({ from, to }: Days): Promise<Map<number, UsageResponse[]>> {
    const rows = await this.hours({ from, to: to - 1 });
    const days = new Map<number, UsageResponse[]>();
    for (const row of rows) {
      const day = Math.floor(row.created_at / DAY_SECONDS) * DAY_SECONDS;
      const hours = days.get(day);
      if (hours) hours.push(row);
      else days.set(day, [row]);
    }
    return days;
  }

  private hours({ from, to }: Span): Promise<UsageResponse[]> {
    return this.oldestFirst(
      `SELECT 0 AS id, 0 AS user_id, '' AS username, model_name, created_at, sum(token_used) AS token_used,
         sum(count) AS count, sum(quota) AS quota
       FROM quota_data WHERE created_at BETWEEN $1 AND $2 GROUP BY model_name, created_at`,
      [from, to],
    );
  }

  /** All hours of the account that the name stands for, also those before it had the name. */
  async ofName(username: string, { from, to }: Span): Promise<UsageResponse[]> {
    const userId = await accountOf(this.dataSource, username);
    if (userId !== undefined) return this.ofUser(userId, { from, to });
    return this.oldestFirst(
      `SELECT ${COLUMNS} FROM quota_data WHERE created_at BETWEEN $1 AND $2 AND username = $3`,
      [from, to, username],
    );
  }

  /** Selects by id because user names can change. */
  ofUser(userId: number, { from, to }: Span): Promise<UsageResponse[]> {
    return this.oldestFirst(
      `SELECT ${COLUMNS} FROM quota_data WHERE created_at BETWEEN $1 AND $2 AND user_id = $3`,
      [from, to, userId],
    );
  }

  private oldestFirst(rows: string, parameters: unknown[]): Promise<UsageResponse[]> {
    return this.dataSource.query<UsageResponse[]>(
      `SELECT * FROM (SELECT * FROM (${rows}) found ORDER BY created_at DESC, model_name LIMIT ${MAX_ROWS}) newest
       ORDER BY created_at, model_name, id`,
      parameters,
    );
  }
}
