import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { columnText } from '../../core/postgres/postgres-text.js';

/** `ledger`: usage events, `audit`: the audit log. */
export type StreamName = 'ledger' | 'audit';

/** All times are Unix seconds, 0 = never. */
export interface StreamState {
  readonly position: number;
  readonly events: number;
  readonly deliveredAt: number;
  readonly failures: number;
  readonly failedAt: number;
  readonly lastError: string;
  readonly dueAt: number;
}

const NOW = 'floor(extract(epoch FROM now()))::bigint';

/** How far streams of events are delivered. */
@Injectable()
export class StreamPlacesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async state(name: StreamName): Promise<StreamState | undefined> {
    const [row]: StreamState[] = await this.database.query(
      `SELECT position, events, delivered_at AS "deliveredAt", failures, failed_at AS "failedAt",
         last_error AS "lastError", due_at AS "dueAt" FROM usage_streams WHERE name = $1`,
      [name],
    );
    return row;
  }

  /** Begins the stream after this position, unless it has begun. */
  async begin(name: StreamName, position: number): Promise<void> {
    await this.database.query(
      'INSERT INTO usage_streams (name, position) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
      [name, position],
    );
  }

  /**
   * Moves the stream on. @param from where the caller found it; another worker may have moved it since
   * @returns false if it was moved
   */
  async advance(name: StreamName, from: number, to: number, delivered: number): Promise<boolean> {
    const [, moved]: [unknown, number] = await this.database.query(
      `UPDATE usage_streams SET position = $3, events = events + $4, failures = 0, last_error = '', due_at = 0,
         delivered_at = CASE WHEN $4 > 0 THEN ${NOW} ELSE delivered_at END
       WHERE name = $1 AND position = $2`,
      [name, from, to, delivered],
    );
    return moved === 1;
  }

  /** @param waitSeconds until the next attempt is due */
  async failed(name: StreamName, error: string, waitSeconds: number): Promise<void> {
    await this.database.query(
      `UPDATE usage_streams SET failures = failures + 1, failed_at = ${NOW}, last_error = $2,
         due_at = ${NOW} + $3::bigint WHERE name = $1`,
      [name, columnText(error), Math.ceil(waitSeconds)],
    );
  }

  /** The next run of a worker sends what waits. */
  async sendNow(name: StreamName): Promise<void> {
    await this.database.query('UPDATE usage_streams SET due_at = 0 WHERE name = $1', [name]);
  }
}
