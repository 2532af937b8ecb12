import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ChannelReportResponse } from '../../contract/resources/channels/channel-report.js';

/** Unix seconds, whole hours; `to` is exclusive. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

type ResultRow = Omit<ChannelReportResponse['slots'][number], 'first_token_p50' | 'first_token_p95'>;

export interface ModelRow {
  readonly model: string;
  readonly attempts: number;
  readonly failures: number;
  readonly rate_limited: number;
  readonly quota: number;
}

export interface KeyRow {
  /** Line of the key, from 0. */
  readonly index: number;
  readonly attempts: number;
  readonly failures: number;
}

const RESULTS = ['ok', 'rescued', 'client_error', 'limited', 'upstream_error', 'cut', 'aborted'];
const OF_CHANNEL = 'FROM request_hours WHERE at >= $1 AND at < $2 AND channel_id = $3';

/** Sums of the requests and calls of one channel. */
@Injectable()
export class ChannelReportRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Requests by hour and result. */
  results(id: number, { from, to }: Hours): Promise<ResultRow[]> {
    const sums = RESULTS.map((column) => `sum(${column})::bigint AS ${column}`).join(', ');
    return this.database.query(`SELECT at, ${sums} ${OF_CHANNEL} GROUP BY 1`, [from, to, id]);
  }

  /** Models that were called, those with the most calls first. */
  models(id: number, { from, to }: Hours): Promise<ModelRow[]> {
    return this.database.query(
      `SELECT model, sum(attempts)::bigint AS attempts, sum(failures)::bigint AS failures,
         sum(rate_limited)::bigint AS rate_limited, sum(quota)::bigint AS quota
       ${OF_CHANNEL} GROUP BY 1 ORDER BY 2 DESC, 1`,
      [from, to, id],
    );
  }

  keys(id: number, { from, to }: Hours): Promise<KeyRow[]> {
    return this.database.query(
      `SELECT key_index AS index, sum(attempts)::bigint AS attempts, sum(failures)::bigint AS failures
       ${OF_CHANNEL} GROUP BY 1`,
      [from, to, id],
    );
  }
}
