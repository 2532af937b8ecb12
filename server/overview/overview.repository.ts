import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LogType } from '../contract/enums.js';
import { ReadDatabase } from '../core/postgres/reads/read-database.js';
import type { OverviewResponse, OwnOverviewResponse } from '../contract/resources/overview.js';

/** A period and its slots. Unix seconds; `to` is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** Seconds of a slot. */
  readonly slot: number;
}

type ResultRow = OverviewResponse['results'][number];

interface ModelRow {
  readonly model: string;
  readonly quota: number;
  readonly before: number;
  readonly requests: number;
  readonly failed: number;
}

interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly requests: number;
  readonly quota: number;
}

const RESULTS = 'ok + rescued + client_error + limited + upstream_error + cut + aborted';

/**
 * SQL for the beginning of a time's slot, in a period or the one before it. Distances are counted from the beginning of the one before:
 * `%` rounds negative ones towards zero, into the first slot of the period.
 */
function slotOf(time: string, from: string, to: string, slot: string): string {
  return `${time} - (${time} - ${from} + (${to} - ${from})) % ${slot}`;
}

/** Sums of requests for the overviews. */
@Injectable()
export class OverviewRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reads: ReadDatabase,
  ) {}

  /** Requests by slot and result, of the period and of the one before it. */
  results({ from, to, slot }: Period): Promise<ResultRow[]> {
    const sums = ['ok', 'rescued', 'client_error', 'limited', 'upstream_error', 'cut', 'aborted']
      .map((column) => `sum(${column})::bigint AS ${column}`)
      .join(', ');
    return this.reads.query(
      `SELECT ${slotOf('at', '$1', '$2', '$3')} AS at, ${sums} FROM request_hours
       WHERE at >= $1 - ($2 - $1) AND at < $2 GROUP BY 1 ORDER BY 1`,
      [from, to, slot],
    );
  }

  models({ from, to }: Period): Promise<ModelRow[]> {
    return this.reads.query(
      `SELECT model, coalesce(sum(quota) FILTER (WHERE at >= $1), 0)::bigint AS quota,
         coalesce(sum(quota) FILTER (WHERE at < $1), 0)::bigint AS before,
         coalesce(sum(${RESULTS}) FILTER (WHERE at >= $1), 0)::bigint AS requests,
         coalesce(sum(upstream_error + cut) FILTER (WHERE at >= $1), 0)::bigint AS failed
       FROM request_hours WHERE at >= $1 - ($2 - $1) AND at < $2 GROUP BY 1`,
      [from, to],
    );
  }

  /** Users with charges, from the sums that the ledger's poster writes. */
  async users({ from, to }: Period): Promise<readonly [number, number]> {
    const [row]: { now: number; before: number }[] = await this.reads.query(
      `SELECT count(DISTINCT user_id) FILTER (WHERE created_at >= $1)::int AS now,
         count(DISTINCT user_id) FILTER (WHERE created_at < $1)::int AS before
       FROM quota_data WHERE created_at >= $1 - ($2 - $1) AND created_at < $2`,
      [from, to],
    );
    return [row?.now ?? 0, row?.before ?? 0];
  }

  /** Charges of the period and of the one before it, from the sums that the ledger's poster writes. */
  async charges({ from, to }: Period): Promise<readonly [number, number]> {
    const [row]: { now: number; before: number }[] = await this.reads.query(
      `SELECT coalesce(sum(quota) FILTER (WHERE created_at >= $1), 0)::bigint AS now,
         coalesce(sum(quota) FILTER (WHERE created_at < $1), 0)::bigint AS before
       FROM quota_data WHERE created_at >= $1 - ($2 - $1) AND created_at < $2`,
      [from, to],
    );
    return [row?.now ?? 0, row?.before ?? 0];
  }

  topUsers({ from, to }: Period, limit: number): Promise<UserRow[]> {
    return this.reads.query(
      `SELECT user_id AS id, coalesce(users.username, '') AS username, requests, charged AS quota
       FROM (SELECT user_id, sum(count)::bigint AS requests, sum(quota)::bigint AS charged FROM quota_data
             WHERE created_at >= $1 AND created_at < $2 GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${limit}) top
       LEFT JOIN users ON users.id = user_id ORDER BY charged DESC, user_id`,
      [from, to],
    );
  }

  channelNames(ids: readonly number[]): Promise<{ id: number; name: string }[]> {
    return this.reads.query('SELECT id, name FROM channels WHERE id = ANY($1)', [ids]);
  }

  /** Charges of one user by model and slot, of the period and of the one before it. */
  ownCharges(
    userId: number,
    { from, to, slot }: Period,
  ): Promise<{ at: number; model: string; quota: number; requests: number }[]> {
    return this.reads.query(
      `SELECT ${slotOf('created_at', '$2', '$3', '$4')} AS at, model_name AS model, sum(quota)::bigint AS quota,
         sum(count)::bigint AS requests
       FROM quota_data WHERE user_id = $1 AND created_at >= $2 - ($3 - $2) AND created_at < $3 GROUP BY 1, 2`,
      [userId, from, to, slot],
    );
  }

  /** Quota units. From the primary: a top-up shows at once. */
  async balance(userId: number): Promise<number> {
    const [row]: { quota: number }[] = await this.database.query('SELECT quota FROM users WHERE id = $1', [
      userId,
    ]);
    return row?.quota ?? 0;
  }

  /** Charges of one user within the last seven days. @param now Unix seconds */
  async ownWeek(userId: number, now: number): Promise<number> {
    const [row]: { quota: number }[] = await this.reads.query(
      'SELECT coalesce(sum(quota), 0)::bigint AS quota FROM quota_data WHERE user_id = $1 AND created_at >= $2 - 604800',
      [userId, now],
    );
    return row?.quota ?? 0;
  }

  async ownFailures(userId: number, { from, to }: Period): Promise<number> {
    const [row]: { failed: number }[] = await this.reads.query(
      `SELECT count(*)::int AS failed FROM logs
       WHERE type = ${LogType.error} AND user_id = $1 AND created_at >= $2 AND created_at < $3`,
      [userId, from, to],
    );
    return row?.failed ?? 0;
  }

  ownTokens(userId: number, { from, to }: Period, limit: number): Promise<OwnOverviewResponse['tokens']> {
    return this.reads.query(
      `SELECT token_name AS name, count(*)::bigint AS requests, sum(quota)::bigint AS quota FROM logs
       WHERE type = ${LogType.consumption} AND user_id = $1 AND created_at >= $2 AND created_at < $3
       GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${limit}`,
      [userId, from, to],
    );
  }
}
