import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { writeOffsResponse, type WriteOffsResponse } from '../../../contract/resources/ledger/write-offs.js';

const MAX_ROWS = 10_000;

/** What no balance paid. */
@Injectable()
export class WriteOffsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Sums by hour, cause and channel. @param from and @param to Unix seconds, inclusive */
  async byHour(from: number, to: number): Promise<WriteOffsResponse> {
    const rows: Record<'hour' | 'channel_id' | 'charges' | 'quota', string | number>[] =
      await this.database.query(
        `SELECT created_at - created_at % 3600 AS hour, cause, channel_id, count(*) AS charges, sum(quota) AS quota
       FROM write_offs WHERE created_at BETWEEN $1 AND $2
       GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3 LIMIT ${MAX_ROWS}`,
        [from, to],
      );
    return rows.map((row) =>
      writeOffsResponse.element.parse({
        ...row,
        hour: Number(row.hour),
        channel_id: Number(row.channel_id),
        charges: Number(row.charges),
        quota: Number(row.quota),
      }),
    );
  }
}
