import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Period } from '../../usage-hours/usage-rebuild.repository.js';
import { CostRanking, CostTimeZone, type RankedDimension, type StoredKey } from './cost-ranking.entity.js';

/** Values that are kept of a ranking: as many as the page shows. */
export const KEPT_VALUES = 200;
const DAY_SECONDS = 86_400;
/** Asking again within this time is not stored, seconds. */
const ASKED_STEP = DAY_SECONDS;
/** A ranking is read until it should have been made again this long ago, seconds: workers may be stopped or late. */
const LATE_SECONDS = 3600;

/** Rankings that are kept ready, and for whom. Times are Unix seconds. */
@Injectable()
export class CostRankingsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Stores that costs are asked for from a time zone. */
  async ask(timeZone: string, now: number): Promise<void> {
    await this.database.query(
      `INSERT INTO cost_time_zones (time_zone, asked_at)
       SELECT $1, $2::bigint WHERE NOT EXISTS (
         SELECT FROM cost_time_zones WHERE time_zone = $1 AND asked_at >= $2::bigint - ${ASKED_STEP})
       ON CONFLICT (time_zone) DO UPDATE SET asked_at = excluded.asked_at`,
      [timeZone, now],
    );
  }

  /** The time zones from which costs were asked for since a time, the latest first. */
  async asked(since: number, limit: number): Promise<string[]> {
    const found = await this.database.getRepository(CostTimeZone).find({
      order: { askedAt: 'DESC', timeZone: 'ASC' },
      take: limit,
    });
    return found.filter(({ askedAt }) => askedAt >= since).map(({ timeZone }) => timeZone);
  }

  /** What is kept, without the keys. */
  kept(): Promise<Omit<CostRanking, 'keys'>[]> {
    return this.database.getRepository(CostRanking).find({
      select: { dimension: true, period: true, timeZone: true, from: true, to: true, refreshAt: true },
    });
  }

  async save(ranking: CostRanking): Promise<void> {
    await this.database.getRepository(CostRanking).save(ranking);
  }

  /** Removes the rankings of other time zones, and time zones that were not asked from since a time. */
  async forget(timeZones: readonly string[], since: number): Promise<void> {
    await this.database.query('DELETE FROM cost_rankings WHERE time_zone <> ALL($1::text[])', [timeZones]);
    await this.database.query('DELETE FROM cost_time_zones WHERE asked_at < $1', [since]);
  }

  /**
   * Who ranks highest in a period, or in one that begins and ends up to a day earlier or later (a sixth of its length, if that is
   * shorter): until the worker has ranked them again after midnight, those of the day before.
   * @returns undefined if that is not kept
   */
  async find(
    dimension: RankedDimension,
    { from, to }: Period,
    now: number,
  ): Promise<readonly StoredKey[] | undefined> {
    const [found]: { keys: StoredKey[] }[] = await this.database.query(
      `SELECT keys FROM cost_rankings
       WHERE dimension = $1 AND keys <> '[]' AND refresh_at > $4::bigint - ${LATE_SECONDS}
         AND abs(period_from - $2::bigint) <= $5::bigint AND abs(period_to - $3::bigint) <= $5::bigint
       ORDER BY abs(period_from - $2::bigint) + abs(period_to - $3::bigint), refresh_at DESC LIMIT 1`,
      [dimension, from, to, now, Math.min(DAY_SECONDS, Math.floor((to - from) / 6))],
    );
    return found?.keys;
  }
}
