import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';

/** Seconds; inclusive on both ends. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a model cost in one hour. Over all users `id`, `user_id` and `username` are empty. */
export const usageRow = z.strictObject({
  id: z.int(),
  user_id: z.int(),
  username: z.string(),
  model_name: z.string(),
  /** Unix seconds, a full hour. */
  created_at: z.int(),
  token_used: z.int(),
  count: z.int(),
  quota: z.int(),
});
export type UsageRow = z.infer<typeof usageRow>;

/** An unpaged list ends here: the newest hours of a year with dozens of models. */
const MOST_ROWS = 100_000;

const COLUMNS = 'id, user_id, username, model_name, created_at, token_used, count, quota';

/** Hourly sums for the dashboard; the poster of the journal keeps them up to the moment. */
@Injectable()
export class UsageService {
  constructor(private readonly dataSource: DataSource) {}

  /** Summed over all users. */
  ofEverybody({ from, to }: Span): Promise<UsageRow[]> {
    return this.oldestFirst(
      `SELECT 0 AS id, 0 AS user_id, '' AS username, model_name, created_at, sum(token_used) AS token_used,
         sum(count) AS count, sum(quota) AS quota
       FROM quota_data WHERE created_at BETWEEN $1 AND $2 GROUP BY model_name, created_at`,
      [from, to],
    );
  }

  ofName(username: string, { from, to }: Span): Promise<UsageRow[]> {
    return this.oldestFirst(
      `SELECT ${COLUMNS} FROM quota_data WHERE created_at BETWEEN $1 AND $2 AND username = $3`,
      [from, to, username],
    );
  }

  /** By number: names change. */
  ofUser(userId: number, { from, to }: Span): Promise<UsageRow[]> {
    return this.oldestFirst(
      `SELECT ${COLUMNS} FROM quota_data WHERE created_at BETWEEN $1 AND $2 AND user_id = $3`,
      [from, to, userId],
    );
  }

  private oldestFirst(rows: string, parameters: unknown[]): Promise<UsageRow[]> {
    return this.dataSource.query<UsageRow[]>(
      `SELECT * FROM (SELECT * FROM (${rows}) found ORDER BY created_at DESC, model_name LIMIT ${MOST_ROWS}) newest
       ORDER BY created_at, model_name, id`,
      parameters,
    );
  }
}
