import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SLOT_SECONDS } from '../../contract/resources/channels/channel-health.js';
import { CHANNEL_TEST_FORMAT } from '../../contract/resources/channels/channel-test.js';

/** Seconds within which calls a minute are counted. */
export const RATE_SECONDS = 300;

/** Calls of a channel within a slot of the last hour. */
export interface SlotRow {
  readonly id: number;
  /** From 0. */
  readonly slot: number;
  readonly attempts: number;
  /** Of these, calls within the last five minutes that are over. */
  readonly recent: number;
  readonly failures: number;
  readonly rateLimited: number;
  /** Input tokens of all kinds. */
  readonly input: number;
  readonly cached: number;
}

export interface QuotaRow {
  readonly id: number;
  /** Quota units. */
  readonly today: number;
  readonly day: number;
}

/** What decides, besides its calls, whether a channel needs attention. */
export interface ChannelState {
  readonly id: number;
  readonly status: number;
  /** It gets no new requests now. */
  readonly isDrained: boolean;
  /** USD. */
  readonly balance: number;
  readonly hasBalance: boolean;
  /** Null: never tested, or by a release that did not store the result. */
  readonly testOk: boolean | null;
  /** Unix seconds; 0 = never. */
  readonly testTime: number;
}

/** What is known of the calls of channels. Times are Unix seconds. */
@Injectable()
export class ChannelHealthRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * @param from beginning of the first slot
   * @param minute beginning of the present minute
   */
  slots(from: number, minute: number): Promise<SlotRow[]> {
    return this.database.query(
      `SELECT channel_id AS id, (at - $1) / ${SLOT_SECONDS} AS slot, sum(attempts)::bigint AS attempts,
         coalesce(sum(attempts) FILTER (WHERE at >= $2 - ${RATE_SECONDS} AND at < $2), 0)::bigint AS recent,
         sum(failures)::bigint AS failures, sum(rate_limited)::bigint AS "rateLimited",
         sum(input_tokens + cached_tokens + cache_write_tokens)::bigint AS input, sum(cached_tokens)::bigint AS cached
       FROM request_minutes WHERE at >= $1 AND channel_id > 0 GROUP BY 1, 2`,
      [from, minute],
    );
  }

  /** Models of channels whose last calls with any of their keys failed, `streak` or more one after the other. */
  failing(from: number, streak: number): Promise<{ id: number; model: string }[]> {
    return this.database.query(
      `SELECT DISTINCT id, model FROM (
         SELECT DISTINCT ON (channel_id, key_index, model) channel_id AS id, model, streak
         FROM request_minutes WHERE at >= $1 AND channel_id > 0 AND attempts > 0
         ORDER BY channel_id, key_index, model, at DESC
       ) last WHERE streak >= $2 ORDER BY id, model`,
      [from, streak],
    );
  }

  /** Charges since the beginning of the viewer's day and of the last 24 hours, by whole hours. */
  quotas(today: number, day: number): Promise<QuotaRow[]> {
    return this.database.query(
      `SELECT channel_id AS id, coalesce(sum(quota) FILTER (WHERE at >= $1), 0)::bigint AS today,
         coalesce(sum(quota) FILTER (WHERE at >= $2), 0)::bigint AS day
       FROM request_hours WHERE at >= least($1, $2) AND channel_id > 0 GROUP BY 1`,
      [today, day],
    );
  }

  /** @param now Unix seconds */
  states(now: number): Promise<ChannelState[]> {
    return this.database.query(
      `SELECT id, status, drained_until > $1 AS "isDrained", balance, balance_updated_time > 0 AS "hasBalance", test_time AS "testTime",
         CASE WHEN last_test->'format' = '${CHANNEL_TEST_FORMAT}' THEN (last_test->>'ok')::boolean END AS "testOk"
       FROM channels`,
      [now],
    );
  }
}
