import { Controller, Delete, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { ApiRequest } from '../../core/http/api-request.js';
import { readPage, type Page } from '../../core/http/paging.js';
import { Requires } from '../../core/http/requires.js';
import { ApiError } from '../../core/api-error.js';
import { logAnswer, logList, logSums, type LogAnswer, type LogList, type LogSums } from './log-answer.js';
import { LogCleaning } from './log-cleaning.service.js';
import { listQuery, ownListQuery, ownStatQuery, readFilter, statQuery } from './log-filter.js';
import { LogSummer } from './log-sums.service.js';
import { LogsService, type LogPage } from './logs.service.js';

const keywordQuery = z.object({ keyword: z.string().optional() });
/** Unix seconds. */
const targetQuery = z.object({ target_timestamp: z.number() });

type TextQuery = Readonly<Record<string, unknown>>;

@Controller('api/log')
export class LogsController {
  constructor(
    private readonly logs: LogsService,
    private readonly sums: LogSummer,
    private readonly cleaning: LogCleaning,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(logList)
  @ApiRequest({ query: listQuery })
  async list(@Query() query: TextQuery): Promise<LogList> {
    const page = pageOf(query);
    return listOf(await this.logs.list(readFilter(query), page), page);
  }

  @Get('self')
  @Requires('user')
  @ApiResponse(logList)
  @ApiRequest({ query: ownListQuery })
  async listOwn(@Account() account: SignedIn, @Query() query: TextQuery): Promise<LogList> {
    const page = pageOf(query);
    return listOf(await this.logs.listOwn(account.id, readFilter(query), page), page);
  }

  @Get('stat')
  @Requires('admin')
  @ApiResponse(logSums)
  @ApiRequest({ query: statQuery })
  stat(@Query() query: TextQuery): Promise<LogSums> {
    return this.sums.stat(readFilter(query));
  }

  @Get('self/stat')
  @Requires('user')
  @ApiResponse(logSums)
  @ApiRequest({ query: ownStatQuery })
  statOwn(@Account() account: SignedIn, @Query() query: TextQuery): Promise<LogSums> {
    return this.sums.statOwn(account.id, readFilter(query));
  }

  @Get('search')
  @Requires('admin')
  @ApiResponse(z.array(logAnswer))
  @ApiRequest({ query: keywordQuery })
  search(@Query('keyword') keyword: unknown): Promise<LogAnswer[]> {
    return this.logs.search(textOf(keyword));
  }

  @Get('self/search')
  @Requires('user')
  @ApiResponse(z.array(logAnswer))
  @ApiRequest({ query: keywordQuery })
  searchOwn(@Account() account: SignedIn, @Query('keyword') keyword: unknown): Promise<LogAnswer[]> {
    return this.logs.searchOwn(account.id, textOf(keyword));
  }

  /**
   * Responds with the number of rows older than `target_timestamp`. Large deletions are carried out by the worker
   * shortly after.
   */
  @Delete()
  @Requires('admin')
  @ApiResponse(z.int())
  @ApiRequest({ query: targetQuery })
  remove(@Account() actor: SignedIn, @Query('target_timestamp') target: unknown): Promise<number> {
    return this.cleaning.clean(actor, targetOf(target));
  }
}

function pageOf(query: TextQuery): Page {
  return readPage(query, { base: 1, sizeKey: 'page_size' });
}

function listOf({ items, total }: LogPage, { page, size }: Page): LogList {
  return { items, total, page, page_size: size };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Unix seconds; the console divides milliseconds by 1000, so they may have a fraction. */
function targetOf(value: unknown): number {
  const seconds = typeof value === 'string' && /^\d{1,12}(\.\d+)?$/.test(value) ? Number(value) : 0;
  if (seconds === 0) throw new ApiError('log_target_missing');
  return seconds;
}
