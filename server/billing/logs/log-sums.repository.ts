import { Injectable } from '@nestjs/common';
import { LogType } from '../../contract/enums.js';
import type { LogSumsResponse } from '../../contract/resources/logs/log.js';
import { ReadDatabase } from '../../core/postgres/reads/read-database.js';
import { DAY_SECONDS, type Days } from './closed-days.js';
import { conditionOf, type LogFilter } from './log-filter.js';

/** The charge of a row, negative for refunds. */
const CHARGE = `CASE type WHEN ${LogType.refund} THEN -quota ELSE quota END`;
/**
 * Input, cached input included, and output. Rows marked `claude` have the cached input only in their details; these are read
 * without parsing them as JSON.
 */
const TOTAL_TOKENS = String.raw`prompt_tokens + completion_tokens + CASE WHEN other LIKE '%"claude":true%' THEN
  coalesce(substring(other FROM '"cache_tokens":(\d+)')::bigint, 0)
  + coalesce(substring(other FROM '"cache_creation_tokens":(\d+)')::bigint, 0) ELSE 0 END`;

/** Sums over rows of the usage log. Names in filters are resolved. */
@Injectable()
export class LogSumsRepository {
  constructor(private readonly reads: ReadDatabase) {}

  /** Time of the oldest row, Unix seconds. */
  async oldest(): Promise<number | undefined> {
    const [row]: { created_at: number }[] = await this.reads.query(
      'SELECT created_at FROM logs ORDER BY created_at LIMIT 1',
    );
    return row?.created_at;
  }

  /** Charges less refunds, in quota units. */
  async quota(filter: LogFilter): Promise<number> {
    const { sql, parameters } = conditionOf(filter);
    const [row]: { quota: number }[] = await this.reads.query(
      `SELECT coalesce(sum(${CHARGE}), 0) AS quota FROM logs WHERE ${sql}`,
      parameters,
    );
    return row?.quota ?? 0;
  }

  /** Charges less refunds by day, in quota units; days without rows are absent. */
  async quotaByDay(filter: LogFilter, { from, to }: Days): Promise<Map<number, number>> {
    const { sql, parameters } = conditionOf({ ...filter, from, to: to - 1 });
    const rows: { day: number; quota: number }[] = await this.reads.query(
      `SELECT created_at / ${DAY_SECONDS} * ${DAY_SECONDS} AS day, sum(${CHARGE}) AS quota
       FROM logs WHERE ${sql} GROUP BY 1`,
      parameters,
    );
    return new Map(rows.map(({ day, quota }) => [day, quota]));
  }

  /** Number and tokens of the rows. */
  async counts(filter: LogFilter): Promise<Pick<LogSumsResponse, 'rpm' | 'tpm'>> {
    const { sql, parameters } = conditionOf(filter);
    const [row]: { rpm: number; tpm: number }[] = await this.reads.query(
      `SELECT count(*) AS rpm, coalesce(sum(${TOTAL_TOKENS}), 0) AS tpm
       FROM logs WHERE ${sql}`,
      parameters,
    );
    return row ?? { rpm: 0, tpm: 0 };
  }
}
