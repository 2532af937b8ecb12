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
  readonly keyRefusals: number;
  /** Requests, at the channel that was called last. */
  readonly succeeded: number;
  readonly failed: number;
}

/** What is measured for the alerts, besides the health of channels. */
@Injectable()
export class AlertMeasuresRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @param from Unix seconds */
  calls(from: number): Promise<CallsRow[]> {
    return this.database.query(
      `SELECT channel_id AS id, sum(attempts)::bigint AS attempts, sum(failures)::bigint AS failures,
         sum(key_refused)::bigint AS "keyRefusals",
         sum(ok + rescued)::bigint AS succeeded, sum(upstream_error + cut)::bigint AS failed
       FROM request_minutes WHERE at >= $1 GROUP BY 1`,
      [from],
    );
  }

  /** Channels that are neither disabled by hand nor drained. @param now Unix seconds */
  watchedChannels(now: number): Promise<{ id: number; isDisabled: boolean }[]> {
    return this.database.query(
      `SELECT id, status = ${ChannelStatus.autoDisabled} AS "isDisabled" FROM channels
       WHERE status <> ${ChannelStatus.disabled} AND drained_until <= $1 ORDER BY id`,
      [now],
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
