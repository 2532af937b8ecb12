import { Injectable, Logger } from '@nestjs/common';
import { RequestStatisticsRepository } from './request-statistics.repository.js';

const DAY_SECONDS = 86_400;
/** Days for which rows are kept, and until the last one of their day (minutes) or month (hours) is as old. */
export const KEPT_DAYS = { request_minutes: 35, request_hours: 400 } as const;

/** Drops old partitions of the request statistics. Idempotent. */
@Injectable()
export class OldStatistics {
  private readonly logger = new Logger('RequestStatistics');

  constructor(private readonly stored: RequestStatisticsRepository) {}

  /** @returns the names of the partitions */
  async drop(): Promise<string[]> {
    const now = Math.floor(Date.now() / 1000);
    const all: string[] = [];
    for (const table of ['request_minutes', 'request_hours'] as const) {
      const { dropped, isBusy } = await this.stored.dropBefore(table, now - KEPT_DAYS[table] * DAY_SECONDS);
      all.push(...dropped);
      if (isBusy) this.logger.warn(`${table} is busy: its oldest rows are dropped an hour later`);
    }
    return all;
  }
}
