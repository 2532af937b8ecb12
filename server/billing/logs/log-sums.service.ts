import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import { EventBus } from '../../core/redis/events.js';
import { ClosedDays, closedWithin, DAY_SECONDS, type Days } from './closed-days.js';
import type { LogSumsResponse } from '../../contract/resources/log.js';
import { conditionOf, type LogFilter } from './log-filter.js';
import { ownFilter } from './logs.service.js';
import { resolvedNames } from './log-names.repository.js';

const RATE_SECONDS = 60;
/** Types whose rows change what was charged, and the charge of such a row. */
const CHARGED = [LogType.consumption, LogType.refund];
const CHARGE = `CASE type WHEN ${LogType.refund} THEN -quota ELSE quota END`;
/**
 * Input, cached input included, and output. Rows marked `claude` have the cached input only in their details; these are read
 * without parsing them as JSON.
 */
const TOTAL_TOKENS = String.raw`prompt_tokens + completion_tokens + CASE WHEN other LIKE '%"claude":true%' THEN
  coalesce(substring(other FROM '"cache_tokens":(\d+)')::bigint, 0)
  + coalesce(substring(other FROM '"cache_creation_tokens":(\d+)')::bigint, 0) ELSE 0 END`;

/** Sums over the usage log. Sums of past days are cached for minutes. */
@Injectable()
export class LogSummer {
  private readonly days = new ClosedDays<number>();

  constructor(
    private readonly dataSource: DataSource,
    events: EventBus,
  ) {
    events.on('log.deleted', () => this.forget());
    // Deletion events may have been missed while the connection was down.
    events.onConnection('back', () => this.forget());
  }

  statOwn(userId: number, filter: LogFilter): Promise<LogSumsResponse> {
    return this.stat(ownFilter(userId, filter));
  }

  /** What was consumed, less what was given back, and the rates of the last minute. */
  async stat(asked: LogFilter): Promise<LogSumsResponse> {
    const filter = await resolvedNames(this.dataSource, asked);
    const now = Math.floor(Date.now() / 1000);
    const [quota, { rpm, tpm }] = await Promise.all([this.quota(filter, now), this.rates(filter, now)]);
    return { quota, rpm, tpm };
  }

  /** Clears the cached sums. Call after rows were deleted. */
  forget(): void {
    this.days.forget();
  }

  private async quota({ from, to, ...asked }: LogFilter, now: number): Promise<number> {
    const filter = { ...asked, type: undefined, types: CHARGED };
    const oldest = await this.oldest();
    if (oldest === undefined) return 0;
    const begin = Math.max(from ?? oldest, oldest);
    const closed = closedWithin(begin, to ?? now, now);
    if (closed === undefined) return this.sum({ ...filter, from, to });
    const [sums, before, after] = await Promise.all([
      this.days.read(JSON.stringify(filter), closed, 0, (days) => this.sumByDay(filter, days)),
      closed.from > begin ? this.sum({ ...filter, from: begin, to: closed.from - 1 }) : 0,
      to === undefined || to >= closed.to ? this.sum({ ...filter, from: closed.to, to }) : 0,
    ]);
    return sums.reduce((total, sum) => total + sum, before + after);
  }

  /** Time of the oldest row, Unix seconds. */
  private async oldest(): Promise<number | undefined> {
    const [row]: { created_at: number }[] = await this.dataSource.query(
      'SELECT created_at FROM logs ORDER BY created_at LIMIT 1',
    );
    return row?.created_at;
  }

  private async sum(filter: LogFilter): Promise<number> {
    const { sql, parameters } = conditionOf(filter);
    const [row]: { quota: number }[] = await this.dataSource.query(
      `SELECT coalesce(sum(${CHARGE}), 0) AS quota FROM logs WHERE ${sql}`,
      parameters,
    );
    return row?.quota ?? 0;
  }

  private async sumByDay(filter: LogFilter, { from, to }: Days): Promise<Map<number, number>> {
    const { sql, parameters } = conditionOf({ ...filter, from, to: to - 1 });
    const rows: { day: number; quota: number }[] = await this.dataSource.query(
      `SELECT created_at / ${DAY_SECONDS} * ${DAY_SECONDS} AS day, sum(${CHARGE}) AS quota
       FROM logs WHERE ${sql} GROUP BY 1`,
      parameters,
    );
    return new Map(rows.map(({ day, quota }) => [day, quota]));
  }

  private async rates(filter: LogFilter, now: number): Promise<Pick<LogSumsResponse, 'rpm' | 'tpm'>> {
    const { sql, parameters } = conditionOf({
      ...filter,
      type: LogType.consumption,
      from: now - RATE_SECONDS,
      to: undefined,
    });
    const [row]: { rpm: number; tpm: number }[] = await this.dataSource.query(
      `SELECT count(*) AS rpm, coalesce(sum(${TOTAL_TOKENS}), 0) AS tpm
       FROM logs WHERE ${sql}`,
      parameters,
    );
    return row ?? { rpm: 0, tpm: 0 };
  }
}
