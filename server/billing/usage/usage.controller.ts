import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/requires.js';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  ownUsageQuery,
  usageQuery,
  usageResponse,
  type OwnUsageQuery,
  type UsageQuery,
  type UsageResponse,
} from '../../contract/resources/usage.js';
import type { Span } from './usage.repository.js';
import { UsageService } from './usage.service.js';

const HOUR_SECONDS = 3600;
/** Maximum time range of a user's query, seconds. */
const MAX_OWN_SPAN = 2_592_000;
/** Administrators see at most 366 days before the end, seconds. */
const MAX_SPAN = 31_622_400;

@Controller('api/data')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @Requires('admin')
  @ApiResponse(z.array(usageResponse))
  all(@Query({ schema: usageQuery }) query: UsageQuery): Promise<UsageResponse[]> {
    const { from, to, offset } = spanOf(query);
    const span = { from: Math.max(from, to - MAX_SPAN), to, offset };
    return query.username === '' ? this.usage.ofAllUsers(span) : this.usage.ofUsername(query.username, span);
  }

  /** @throws ApiError data_span_too_long */
  @Get('self')
  @Requires('user')
  @ApiResponse(z.array(usageResponse))
  own(
    @Account() account: SignedIn,
    @Query({ schema: ownUsageQuery }) query: OwnUsageQuery,
  ): Promise<UsageResponse[]> {
    const span = spanOf(query);
    if (span.to - span.from > MAX_OWN_SPAN) throw new ApiError('data_span_too_long');
    return this.usage.ofUser(account.id, span);
  }
}

/** The end defaults to now, the beginning to 30 days before the end. */
function spanOf(query: OwnUsageQuery): Span {
  const to = query.end_timestamp || Math.floor(Date.now() / 1000);
  // The remainder is that of the hour, also for negative offsets.
  const offset = ((query.offset % HOUR_SECONDS) + HOUR_SECONDS) % HOUR_SECONDS;
  return { from: query.start_timestamp || to - MAX_OWN_SPAN, to, offset };
}
