import { Controller, Get, Query } from '@nestjs/common';
import { Account, type SignedIn } from '../../core/http/account.js';
import { readPage, type Page } from '../../core/http/paging.js';
import { Requires } from '../../core/http/requires.js';
import type { LogAnswer } from './log-answer.js';
import { readFilter } from './log-filter.js';
import { LogsService, type LogPage, type LogSums } from './logs.service.js';

type TextQuery = Readonly<Record<string, unknown>>;

/** A page of the log in the shape of 1-based lists. */
interface LogList extends LogPage {
  page: number;
  page_size: number;
}

@Controller('api/log')
export class LogsController {
  constructor(private readonly logs: LogsService) {}

  @Get()
  @Requires('admin')
  async list(@Query() query: TextQuery): Promise<LogList> {
    const page = pageOf(query);
    return listOf(await this.logs.list(readFilter(query), page), page);
  }

  @Get('self')
  @Requires('user')
  async listOwn(@Account() account: SignedIn, @Query() query: TextQuery): Promise<LogList> {
    const page = pageOf(query);
    return listOf(await this.logs.listOwn(account.id, readFilter(query), page), page);
  }

  @Get('stat')
  @Requires('admin')
  stat(@Query() query: TextQuery): Promise<LogSums> {
    return this.logs.stat(readFilter(query));
  }

  @Get('self/stat')
  @Requires('user')
  statOwn(@Account() account: SignedIn, @Query() query: TextQuery): Promise<LogSums> {
    return this.logs.statOwn(account.id, readFilter(query));
  }

  @Get('search')
  @Requires('admin')
  search(@Query('keyword') keyword: unknown): Promise<LogAnswer[]> {
    return this.logs.search(textOf(keyword));
  }

  @Get('self/search')
  @Requires('user')
  searchOwn(@Account() account: SignedIn, @Query('keyword') keyword: unknown): Promise<LogAnswer[]> {
    return this.logs.searchOwn(account.id, textOf(keyword));
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
