import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ChannelStatus } from '../contract/enums.js';

/** Calls of a channel since a time. */
export interface CallsRow {
  /** 0 = requests for which no channel was called. */
  readonly id: number;
  readonly attempts: number;
  readonly failures: number;
  /** Requests, at the channel that was called last. */
  readonly succeeded: number;
  readonly failed: number;
}

export interface FirstTokenRow {
  readonly id: number;
  readonly bucket: number;
  readonly answers: number;
}

/** What is measured for the alerts, besides the health of channels. */
@Injectable()
export class AlertMeasuresRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @param from Unix seconds */
  calls(from: number): Promise<CallsRow[]> {
    return this.database.query(
      `SELECT channel_id AS id, sum(attempts)::bigint AS attempts, sum(failures)::bigint AS failures,
         sum(ok + rescued)::bigint AS succeeded, sum(upstream_error + cut)::bigint AS failed
       FROM request_minutes WHERE at >= $1 GROUP BY 1`,
      [from],
    );
  }

  firstTokens(from: number): Promise<FirstTokenRow[]> {
    return this.database.query(
      `SELECT channel_id AS id, bucket::int - 1 AS bucket, sum(answers)::bigint AS answers
       FROM request_minutes, unnest(first_token) WITH ORDINALITY AS histogram (answers, bucket)
       WHERE at >= $1 AND answers > 0 GROUP BY 1, 2`,
      [from],
    );
  }

  /** Channels that are not disabled by hand. */
  watchedChannels(): Promise<{ id: number; isDisabled: boolean }[]> {
    return this.database.query(
      `SELECT id, status = ${ChannelStatus.autoDisabled} AS "isDisabled" FROM channels
       WHERE status <> ${ChannelStatus.disabled} ORDER BY id`,
    );
  }

  /** Seconds by which the latest poll of a task is late, and messages that wait. */
  async queues(): Promise<{ taskDelay: number; messages: number }> {
    const [row]: { delay: number; messages: number }[] = await this.database.query(
      `SELECT greatest(0, coalesce(extract(epoch FROM now() - least(
           (SELECT min(next_poll_at) FROM tasks WHERE next_poll_at IS NOT NULL),
           (SELECT min(next_poll_at) FROM midjourneys WHERE next_poll_at IS NOT NULL))), 0))::float AS delay,
         (SELECT count(*) FROM outbox WHERE state = 'waiting')::int AS messages`,
    );
    return { taskDelay: row?.delay ?? 0, messages: row?.messages ?? 0 };
  }
}
