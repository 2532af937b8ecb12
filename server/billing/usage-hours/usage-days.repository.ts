import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ReadDatabase, type AnswerReads } from '../../core/postgres/reads/read-database.js';
import { SUMMED_DAYS_LOCK } from '../ledger/posting/summed-days.js';
import { AMOUNT_COLUMNS } from '../ledger/posting/usage-hours.js';
import { HOUR_SECONDS } from './usage-rebuild.repository.js';

export const DAY_SECONDS = 86_400;

const COLUMNS = Object.values(AMOUNT_COLUMNS);
const SUMS = COLUMNS.map((column) => `sum(${column})::bigint`).join(', ');
/** Asking again within this time is not stored, seconds. */
const ASKED_STEP = DAY_SECONDS;
/** The poster of a late charge waits while a day is summed: give up rather than wait with it for others. */
const LOCK_TIMEOUT = '5s';

const SUMMED =
  'SELECT at, by_user AS "byUser" FROM usage_summed_days WHERE at = ANY($1::bigint[]) ORDER BY at';

export interface SummedDay {
  /** Beginning, Unix seconds. */
  readonly at: number;
  /** By user and token too: those that the previous release summed are not. */
  readonly byUser: boolean;
}

/** Sums of 24 hours, which begin with any hour of UTC. */
@Injectable()
export class UsageDaysRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reads: ReadDatabase,
  ) {}

  /** Those of the given days that are summed, ascending. @param days beginnings, Unix seconds */
  summed(days: readonly number[]): Promise<SummedDay[]> {
    return this.database.query(SUMMED, [days]);
  }

  /** The same where the sums are read, for display. @param answer of the reads of these sums, too */
  readable(days: readonly number[], answer: AnswerReads): Promise<SummedDay[]> {
    return this.reads.query(SUMMED, [days], answer);
  }

  /** Stores that costs are asked for by days that begin with these hours of UTC. @param now Unix seconds */
  async ask(hours: readonly number[], now: number): Promise<void> {
    await this.database.query(
      `INSERT INTO usage_day_starts (hour, asked_at)
       SELECT hour, $2 FROM unnest($1::integer[]) AS asked (hour)
       WHERE NOT EXISTS (
         SELECT FROM usage_day_starts d WHERE d.hour = asked.hour AND d.asked_at >= $2::bigint - ${ASKED_STEP})
       ORDER BY hour
       ON CONFLICT (hour) DO UPDATE SET asked_at = excluded.asked_at`,
      [hours, now],
    );
  }

  /** Hours of UTC with which days begin, of those asked for since a time, Unix seconds. */
  async asked(since: number): Promise<number[]> {
    const rows: { hour: number }[] = await this.database.query(
      'SELECT hour FROM usage_day_starts WHERE asked_at >= $1 ORDER BY hour',
      [since],
    );
    return rows.map(({ hour }) => hour);
  }

  /** The first hour with usage, Unix seconds; undefined if there is none. */
  async firstHour(): Promise<number | undefined> {
    const [row]: { at: number | null }[] = await this.database.query(
      'SELECT min(at) AS at FROM usage_channel_hours',
    );
    return row?.at ?? undefined;
  }

  /** Sums a day, which must have ended `SUMMED_AFTER` ago. @param at its beginning, Unix seconds */
  async sum(at: number): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      await manager.query('SELECT pg_advisory_xact_lock($1)', [SUMMED_DAYS_LOCK]);
      await manager.query('DELETE FROM usage_channel_days WHERE at = $1', [at]);
      await manager.query(
        `INSERT INTO usage_channel_days (at, channel_id, model, group_name, ${COLUMNS.join(', ')})
         SELECT $1::bigint, channel_id, model, group_name, ${SUMS} FROM usage_channel_hours
         WHERE at >= $1::bigint AND at < $1::bigint + ${DAY_SECONDS} GROUP BY 2, 3, 4`,
        [at],
      );
      await manager.query('DELETE FROM usage_user_days WHERE at = $1', [at]);
      await manager.query(
        `INSERT INTO usage_user_days (at, user_id, token_id, requests, quota)
         SELECT $1::bigint, user_id, token_id, sum(requests)::bigint, sum(quota)::bigint FROM usage_hours
         WHERE at >= $1::bigint AND at < $1::bigint + ${DAY_SECONDS} GROUP BY 2, 3`,
        [at],
      );
      await manager.query(
        'INSERT INTO usage_summed_days (at, by_user) VALUES ($1, true) ON CONFLICT (at) DO UPDATE SET by_user = true',
        [at],
      );
    });
  }

  /**
   * Days whose sums differ from those of their hours, oldest first: workers of an earlier release add to hours without forgetting the
   * day.
   * @param since Unix seconds
   */
  async differing(since: number): Promise<number[]> {
    const sum = (table: string) =>
      `(SELECT coalesce(sum(quota), 0)::bigint AS quota, coalesce(sum(requests), 0)::bigint AS requests FROM ${table}`;
    const rows: { at: number }[] = await this.database.query(
      `SELECT d.at FROM usage_summed_days d,
         LATERAL ${sum('usage_channel_days')} WHERE at = d.at) AS summed,
         LATERAL ${sum('usage_channel_hours')} WHERE at >= d.at AND at < d.at + ${DAY_SECONDS}) AS hours
       WHERE d.at >= $1 AND (summed.quota, summed.requests) IS DISTINCT FROM (hours.quota, hours.requests) ORDER BY d.at`,
      [since],
    );
    return rows.map(({ at }) => at);
  }

  /** Removes days that began before a time. @param before Unix seconds @returns the number of deleted rows */
  deleteBefore(before: number): Promise<number> {
    return this.delete('at < $1', before);
  }

  /** Removes the days that begin with hours of UTC that were not asked for since a time, Unix seconds. */
  async deleteUnasked(since: number): Promise<number> {
    const days = await this.delete(
      `at / ${HOUR_SECONDS} % 24 IN (SELECT hour FROM usage_day_starts WHERE asked_at < $1)`,
      since,
    );
    await this.database.query('DELETE FROM usage_day_starts WHERE asked_at < $1', [since]);
    return days;
  }

  private async delete(condition: string, parameter: number): Promise<number> {
    return this.database.transaction(async (manager) => {
      await manager.query(`DELETE FROM usage_summed_days WHERE ${condition}`, [parameter]);
      let rows = 0;
      for (const table of ['usage_channel_days', 'usage_user_days']) {
        const [, deleted]: [unknown, number] = await manager.query(
          `DELETE FROM ${table} WHERE ${condition}`,
          [parameter],
        );
        rows += deleted;
      }
      return rows;
    });
  }
}
