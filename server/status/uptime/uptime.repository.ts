import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../core/postgres/reads/read-database.js';

/** Requests for a model within a day. */
export interface DayRow {
  readonly model: string;
  /** Beginning of the day (UTC), Unix seconds. */
  readonly day: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** Results of requests by model. Times are Unix seconds. */
@Injectable()
export class UptimeRepository {
  constructor(private readonly reads: ReadDatabase) {}

  days(from: number): Promise<DayRow[]> {
    return this.reads.query(
      `SELECT model, at / 86400 * 86400 AS day, sum(ok + rescued)::bigint AS succeeded,
         sum(upstream_error + cut)::bigint AS failed
       FROM request_hours WHERE at >= $1 AND model <> '' GROUP BY 1, 2`,
      [from],
    );
  }

  /** @returns all requests since a time as one day */
  since(from: number): Promise<Omit<DayRow, 'day'>[]> {
    return this.reads.query(
      `SELECT model, sum(ok + rescued)::bigint AS succeeded, sum(upstream_error + cut)::bigint AS failed
       FROM request_minutes WHERE at >= $1 AND model <> '' GROUP BY 1`,
      [from],
    );
  }
}
