import { Controller, Get, Query } from '@nestjs/common';
import {
  writeOffsQuery,
  writeOffsResponse,
  type WriteOffsQuery,
  type WriteOffsResponse,
} from '../../../contract/resources/ledger/write-offs.js';
import { ApiResponse } from '../../../core/http/api-response.js';
import { Requires } from '../../../core/http/access/requires.js';
import { WriteOffsRepository } from './write-offs.repository.js';

/** Seconds: without a beginning, the last 30 days. */
const DEFAULT_SPAN = 30 * 86_400;

@Controller('api/books/write-offs')
export class WriteOffsController {
  constructor(private readonly writeOffs: WriteOffsRepository) {}

  /** What no balance paid, by hour, cause and channel. */
  @Get()
  @Requires('admin')
  @ApiResponse(writeOffsResponse)
  async list(@Query({ schema: writeOffsQuery }) query: WriteOffsQuery): Promise<WriteOffsResponse> {
    const to = query.end_timestamp || Math.floor(Date.now() / 1000);
    const from = query.start_timestamp || to - DEFAULT_SPAN;
    return this.writeOffs.byHour(from, to);
  }
}
