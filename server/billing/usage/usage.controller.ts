import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  ownUsageChartQuery,
  ownUsageQuery,
  usageChartQuery,
  usageChartResponse,
  usageQuery,
  usageResponse,
  type OwnUsageChartQuery,
  type OwnUsageQuery,
  type UsageChartQuery,
  type UsageChartResponse,
  type UsageQuery,
  type UsageResponse,
} from '../../contract/resources/usage.js';
import { startsOf } from '../costs/time-buckets.js';
import { usageChart } from './usage-chart.js';
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

  /** The same sums for a chart, in a form that is a fraction of their size. */
  @Get('chart')
  @Requires('admin')
  @ApiResponse(usageChartResponse)
  async chart(@Query({ schema: usageChartQuery }) query: UsageChartQuery): Promise<UsageChartResponse> {
    const { from, to, offset } = spanOf(query);
    const span = { from: Math.max(from, to - MAX_SPAN), to, offset };
    const rows =
      query.username === '' ? this.usage.ofAllUsers(span) : this.usage.ofUsername(query.username, span);
    return usageChart(await rows, startsIn(span, query));
  }

  /** @throws ApiError data_span_too_long */
  @Get('self/chart')
  @Requires('user')
  @ApiResponse(usageChartResponse)
  async ownChart(
    @Account() account: SignedIn,
    @Query({ schema: ownUsageChartQuery }) query: OwnUsageChartQuery,
  ): Promise<UsageChartResponse> {
    const span = spanOf(query);
    if (span.to - span.from > MAX_OWN_SPAN) throw new ApiError('data_span_too_long');
    return usageChart(await this.usage.ofUser(account.id, span), startsIn(span, query));
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

/** Beginnings of the times of the chart; undefined: hours, as the rows have them. */
function startsIn(
  { from, to }: Span,
  { grain, time_zone: timeZone }: OwnUsageChartQuery,
): readonly number[] | undefined {
  if (grain === 'hour') return undefined;
  // Rows begin with the hour that contains the beginning.
  const first = within(from) - (within(from) % HOUR_SECONDS) - HOUR_SECONDS;
  return grain === 'all' ? [first] : startsOf(grain, first, within(to) + 1, timeZone);
}

/** Clocks end somewhere, and no usage is before 1970 or after 2100. */
function within(at: number): number {
  return Math.min(Math.max(at, HOUR_SECONDS), 4_102_444_800);
}

/** The end defaults to now, the beginning to 30 days before the end. */
function spanOf(query: Pick<OwnUsageQuery, 'start_timestamp' | 'end_timestamp' | 'offset'>): Span {
  const to = query.end_timestamp || Math.floor(Date.now() / 1000);
  // The remainder is that of the hour, also for negative offsets.
  const offset = ((query.offset % HOUR_SECONDS) + HOUR_SECONDS) % HOUR_SECONDS;
  return { from: query.start_timestamp || to - MAX_OWN_SPAN, to, offset };
}
