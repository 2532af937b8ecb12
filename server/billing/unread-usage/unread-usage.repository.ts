import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { UnreadUsageResponse } from '../../contract/resources/ledger/unread-usage.js';

const MAX_ROWS = 1000;

/** Requests with one member that no reader knows. */
export interface UnreadUsageRow {
  readonly provider: string;
  readonly member: string;
  readonly model: string;
  readonly firstSeen: number;
  lastSeen: number;
  count: number;
  example: number;
}

type Stored = Record<'first_seen' | 'last_seen' | 'count' | 'example', number | string> &
  Record<'provider' | 'member' | 'model', string>;

/** Members of providers' usage objects that no reader knows. */
@Injectable()
export class UnreadUsageRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The last seen first. */
  async list(): Promise<UnreadUsageResponse> {
    const rows: Stored[] = await this.database.query(
      `SELECT provider, member, model, first_seen, last_seen, count, example FROM unread_usage
     ORDER BY last_seen DESC, provider, member, model LIMIT ${MAX_ROWS}`,
    );
    // The driver returns 64-bit integers as text unless a parser is registered.
    return rows.map((row) => ({
      ...row,
      first_seen: Number(row.first_seen),
      last_seen: Number(row.last_seen),
      count: Number(row.count),
      example: Number(row.example),
    }));
  }

  /** Adds the counts of rows. @param rows in one order, so that two processes that add the same ones do not wait for each other */
  async add(rows: readonly UnreadUsageRow[]): Promise<void> {
    const column = <K extends keyof UnreadUsageRow>(name: K) => rows.map((row) => row[name]);
    await this.database.query(
      `INSERT INTO unread_usage AS kept (provider, member, model, first_seen, last_seen, count, example)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::float8[])
         ON CONFLICT (provider, member, model) DO UPDATE SET
           last_seen = greatest(kept.last_seen, EXCLUDED.last_seen),
           count = kept.count + EXCLUDED.count,
           example = EXCLUDED.example`,
      (['provider', 'member', 'model', 'firstSeen', 'lastSeen', 'count', 'example'] as const).map(column),
    );
  }
}
