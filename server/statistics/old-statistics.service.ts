import { Injectable } from '@nestjs/common';
import { RequestStatisticsRepository } from './request-statistics.repository.js';

const DAY_SECONDS = 86_400;
/** Days for which rows are kept. */
export const KEPT_DAYS = { request_minutes: 35, request_hours: 400 } as const;
/** Rows deleted per statement; small enough to keep locks short. */
const BATCH = 1000;

/** Removes old rows of the request statistics. Idempotent. */
@Injectable()
export class OldStatistics {
  constructor(private readonly stored: RequestStatisticsRepository) {}

  /** @returns the number of deleted rows */
  async delete(): Promise<number> {
    const now = Math.floor(Date.now() / 1000);
    let all = 0;
    for (const table of ['request_minutes', 'request_hours'] as const) {
      const before = now - KEPT_DAYS[table] * DAY_SECONDS;
      let deleted: number;
      do all += deleted = await this.stored.deleteBefore(table, before, BATCH);
      while (deleted === BATCH);
    }
    return all;
  }
}
