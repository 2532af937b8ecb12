import { Controller, Delete, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { pageOf, type Page } from '../../core/http/paging.js';
import { Requires } from '../../core/http/access/requires.js';
import {
  deleteLogsQuery,
  logListQuery,
  logPageResponse,
  logResponse,
  logSearchQuery,
  logSumsQuery,
  logSumsResponse,
  ownLogListQuery,
  ownLogSumsQuery,
  type DeleteLogsQuery,
  type LogListQuery,
  type LogPageResponse,
  type LogResponse,
  type LogSearchQuery,
  type LogSumsQuery,
  type LogSumsResponse,
  type OwnLogListQuery,
  type OwnLogSumsQuery,
} from '../../contract/resources/logs/log.js';
import { LogCleaning } from './log-cleaning.service.js';
import { filterOf, listFilterOf } from './log-filter.js';
import { LogSumsService } from './log-sums.service.js';
import { LogsService, type LogPage } from './logs.service.js';

@Controller('api/log')
export class LogsController {
  constructor(
    private readonly logs: LogsService,
    private readonly sums: LogSumsService,
    private readonly cleaning: LogCleaning,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(logPageResponse)
  async list(@Query({ schema: logListQuery }) query: LogListQuery): Promise<LogPageResponse> {
    const page = pageOf(query.p, query.page_size, 1);
    return listOf(await this.logs.list(listFilterOf(query), page), page);
  }

  @Get('self')
  @Requires('user')
  @ApiResponse(logPageResponse)
  async listOwn(
    @Account() account: SignedIn,
    @Query({ schema: ownLogListQuery }) query: OwnLogListQuery,
  ): Promise<LogPageResponse> {
    const page = pageOf(query.p, query.page_size, 1);
    return listOf(await this.logs.listOwn(account.id, listFilterOf(query), page), page);
  }

  @Get('stat')
  @Requires('admin')
  @ApiResponse(logSumsResponse)
  stat(@Query({ schema: logSumsQuery }) query: LogSumsQuery): Promise<LogSumsResponse> {
    return this.sums.stat(filterOf(query));
  }

  @Get('self/stat')
  @Requires('user')
  @ApiResponse(logSumsResponse)
  statOwn(
    @Account() account: SignedIn,
    @Query({ schema: ownLogSumsQuery }) query: OwnLogSumsQuery,
  ): Promise<LogSumsResponse> {
    return this.sums.statOwn(account.id, filterOf(query));
  }

  @Get('search')
  @Requires('admin')
  @ApiResponse(z.array(logResponse))
  search(@Query({ schema: logSearchQuery }) { keyword }: LogSearchQuery): Promise<LogResponse[]> {
    return this.logs.search(keyword);
  }

  @Get('self/search')
  @Requires('user')
  @ApiResponse(z.array(logResponse))
  searchOwn(
    @Account() account: SignedIn,
    @Query({ schema: logSearchQuery }) { keyword }: LogSearchQuery,
  ): Promise<LogResponse[]> {
    return this.logs.searchOwn(account.id, keyword);
  }

  /**
   * Responds with the number of rows older than `target_timestamp`. Large deletions are carried out by the worker
   * shortly after.
   */
  @Delete()
  @Requires('root', { confirmed: true })
  @ApiResponse(z.int())
  remove(
    @Account() actor: SignedIn,
    @Query({ schema: deleteLogsQuery }) query: DeleteLogsQuery,
  ): Promise<number> {
    return this.cleaning.clean(actor, query.target_timestamp);
  }
}

function listOf({ items, total }: LogPage, { page, size }: Page): LogPageResponse {
  return { items, total, page, page_size: size };
}
