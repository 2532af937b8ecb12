import { Controller, Get } from '@nestjs/common';
import {
  unreadUsageResponse,
  type UnreadUsageResponse,
} from '../../contract/resources/ledger/unread-usage.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { UnreadUsageRepository } from './unread-usage.repository.js';

@Controller('api/books/unread-usage')
export class UnreadUsageController {
  constructor(private readonly unread: UnreadUsageRepository) {}

  /** Members of providers' usage objects that no reader knows. */
  @Get()
  @Requires('admin')
  @ApiResponse(unreadUsageResponse)
  list(): Promise<UnreadUsageResponse> {
    return this.unread.list();
  }
}
