import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { ApiRequest } from '../../core/http/api-request.js';
import { readWhole } from '../../core/http/paging.js';
import { Requires } from '../../core/http/requires.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { usageRow, UsageService, type Span, type UsageRow } from './usage.service.js';

type TextQuery = Readonly<Record<string, unknown>>;

/** Query parameters for the API document only: they are parsed leniently and never rejected. */
const span = {
  start_timestamp: z.int().optional(),
  end_timestamp: z.int().optional(),
  /** Sent by the console as the chart's resolution and ignored, since the rows are always hourly. */
  default_time: z.string().optional(),
};

/** Maximum time range of a user's query, seconds. */
const MAX_OWN_SPAN = 2_592_000;
/** Administrators see at most 366 days before the end, seconds. */
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

  /** @throws ApiError data_span_too_long */
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

/** The end defaults to now, the beginning to 30 days before the end. */
function spanOf(query: TextQuery): Span {
  const to = readWhole(query.end_timestamp) || Math.floor(Date.now() / 1000);
  return { from: readWhole(query.start_timestamp) || to - MAX_OWN_SPAN, to };
}
