import { Controller, Get } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { unreadUsageResponse, type UnreadUsageResponse } from '../../contract/resources/unread-usage.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/requires.js';
import { listUnreadUsage } from './list-unread-usage.js';

@Controller('api/books/unread-usage')
export class UnreadUsageController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Members of providers' usage objects that no reader knows. */
  @Get()
  @Requires('admin')
  @ApiResponse(unreadUsageResponse)
  async list(): Promise<UnreadUsageResponse> {
    return listUnreadUsage(this.database);
  }
}
