import { Controller, Get, Query } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import {
  writeOffsQuery,
  writeOffsResponse,
  type WriteOffsQuery,
  type WriteOffsResponse,
} from '../../../contract/resources/write-offs.js';
import { ApiResponse } from '../../../core/http/api-response.js';
import { Requires } from '../../../core/http/requires.js';

const MOST_ROWS = 10_000;
/** Seconds: without a beginning, the last 30 days. */
const DEFAULT_SPAN = 30 * 86_400;

@Controller('api/books/write-offs')
export class WriteOffsController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** What no balance paid, by hour, cause and channel. */
  @Get()
  @Requires('admin')
  @ApiResponse(writeOffsResponse)
  async list(@Query({ schema: writeOffsQuery }) query: WriteOffsQuery): Promise<WriteOffsResponse> {
    const to = query.end_timestamp || Math.floor(Date.now() / 1000);
    const from = query.start_timestamp || to - DEFAULT_SPAN;
    const rows: Record<'hour' | 'channel_id' | 'charges' | 'quota', string | number>[] =
      await this.database.query(
        `SELECT created_at - created_at % 3600 AS hour, cause, channel_id, count(*) AS charges, sum(quota) AS quota
       FROM write_offs WHERE created_at BETWEEN $1 AND $2
       GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3 LIMIT ${MOST_ROWS}`,
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
