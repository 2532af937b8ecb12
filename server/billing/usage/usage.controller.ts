import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { ApiRequest } from '../../core/http/api-request.js';
import { readWhole } from '../../core/http/paging.js';
import { Requires } from '../../core/http/requires.js';
import { ApiError } from '../../core/api-error.js';
import { usageRow, UsageService, type Span, type UsageRow } from './usage.service.js';

type TextQuery = Readonly<Record<string, unknown>>;

/** Read leniently: this describes and refuses nothing. */
const span = {
  start_timestamp: z.int().optional(),
  end_timestamp: z.int().optional(),
  /** The console sends how fine it draws; the rows are hourly all the same. */
  default_time: z.string().optional(),
};

/** Seconds a user may look at in one call, as clients know it. */
const MAX_OWN_SPAN = 2_592_000;
/** Administrators see at most a year of 366 days before the end. */
const MAX_SPAN = 31_622_400;

@Controller('api/data')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @Requires('admin')
  @ApiResponse(z.array(usageRow))
  @ApiRequest({ query: z.object({ ...span, username: z.string().optional() }) })
  all(@Query() query: TextQuery): Promise<UsageRow[]> {
    const { from, to } = spanOf(query);
    const span = { from: Math.max(from, to - MAX_SPAN), to };
    const username = typeof query.username === 'string' ? query.username.trim() : '';
    return username === '' ? this.usage.ofEverybody(span) : this.usage.ofName(username, span);
  }

  /** @throws Refusal data_span_too_long */
  @Get('self')
  @Requires('user')
  @ApiResponse(z.array(usageRow))
  @ApiRequest({ query: z.object(span) })
  own(@Account() account: SignedIn, @Query() query: TextQuery): Promise<UsageRow[]> {
    const span = spanOf(query);
    if (span.to - span.from > MAX_OWN_SPAN) throw new ApiError('data_span_too_long');
    return this.usage.ofUser(account.id, span);
  }
}

/** Without an end it is now; without a beginning, a month before the end. */
function spanOf(query: TextQuery): Span {
  const to = readWhole(query.end_timestamp) || Math.floor(Date.now() / 1000);
  return { from: readWhole(query.start_timestamp) || to - MAX_OWN_SPAN, to };
}
