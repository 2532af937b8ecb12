import { Injectable } from '@nestjs/common';
import { LogType } from '../../contract/enums.js';
import { ReadDatabase } from '../../core/postgres/reads/read-database.js';
import { EventBus } from '../../core/redis/events.js';
import { ClosedDays, closedWithin } from './closed-days.js';
import type { LogSumsResponse } from '../../contract/resources/logs/log.js';
import type { LogFilter } from './log-filter.js';
import { ownFilter } from './logs.service.js';
import { LogNamesRepository } from './log-names.repository.js';
import { LogSumsRepository } from './log-sums.repository.js';

const RATE_SECONDS = 60;
/** Types whose rows change what was charged. */
const CHARGED = [LogType.consumption, LogType.refund];

/** Sums over the usage log. Sums of past days are cached for minutes. */
@Injectable()
export class LogSumsService {
  private readonly days = new ClosedDays<number>();

  constructor(
    private readonly sums: LogSumsRepository,
    private readonly names: LogNamesRepository,
    private readonly reads: ReadDatabase,
    events: EventBus,
  ) {
    events.on('log.deleted', () => this.clearCache());
    // Deletion events may have been missed while the connection was down.
    events.onConnection('back', () => this.clearCache());
  }

  statOwn(userId: number, filter: LogFilter): Promise<LogSumsResponse> {
    return this.stat(ownFilter(userId, filter));
  }

  /** Charges less refunds in quota units, and the rates of the last minute. */
  async stat(unresolved: LogFilter): Promise<LogSumsResponse> {
    const filter = await this.names.resolveNames(unresolved);
    const now = Math.floor(Date.now() / 1000);
    const [quota, { rpm, tpm }] = await Promise.all([this.quota(filter, now), this.rates(filter, now)]);
    return { quota, rpm, tpm };
  }

  /** Clears the cached sums. Call after rows were deleted. */
  clearCache(): void {
    // A replica may still have the rows, and their sums would be cached again.
    this.reads.waitForPresent();
    this.days.clear();
  }

  private async quota({ from, to, ...others }: LogFilter, now: number): Promise<number> {
    const filter = { ...others, type: undefined, types: CHARGED };
    const oldest = await this.sums.oldest();
    if (oldest === undefined) return 0;
    const begin = Math.max(from ?? oldest, oldest);
    const closed = closedWithin(begin, to ?? now, now);
    if (closed === undefined) return this.sums.quota({ ...filter, from, to });
    const [sums, before, after] = await Promise.all([
      this.days.read(JSON.stringify(filter), closed, 0, (days) => this.sums.quotaByDay(filter, days)),
      closed.from > begin ? this.sums.quota({ ...filter, from: begin, to: closed.from - 1 }) : 0,
      to === undefined || to >= closed.to ? this.sums.quota({ ...filter, from: closed.to, to }) : 0,
    ]);
    return sums.reduce((total, sum) => total + sum, before + after);
  }

  private rates(filter: LogFilter, now: number): Promise<Pick<LogSumsResponse, 'rpm' | 'tpm'>> {
    return this.sums.counts({
      ...filter,
      type: LogType.consumption,
      from: now - RATE_SECONDS,
      to: undefined,
    });
  }
}
