import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  overviewQuery,
  overviewResponse,
  ownOverviewResponse,
  type OverviewQuery,
  type OverviewResponse,
  type OwnOverviewResponse,
} from '../contract/resources/overview.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { ApiRawResponse, ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { OverviewStreams } from './overview-streams.js';
import { Overview } from './overview.service.js';

@Controller('api/overview')
export class OverviewController {
  constructor(
    private readonly overview: Overview,
    private readonly streams: OverviewStreams,
  ) {}

  /** The installation: results, charges, what is slow, what fails, and which channels need attention. */
  @Get()
  @Requires('admin')
  @ApiResponse(overviewResponse)
  all(@Query({ schema: overviewQuery }) { period }: OverviewQuery): Promise<OverviewResponse> {
    return this.overview.ofAll(period);
  }

  /** The caller's own account. */
  @Get('self')
  @Requires('user')
  @ApiResponse(ownOverviewResponse)
  own(
    @Account() account: SignedIn,
    @Query({ schema: overviewQuery }) { period }: OverviewQuery,
  ): Promise<OwnOverviewResponse> {
    return this.overview.ofUser(account.id, period);
  }

  /** The same as server-sent events, every five seconds. */
  @Get('stream')
  @Requires('admin')
  @ApiRawResponse('text/event-stream')
  streamAll(
    @Account() account: SignedIn,
    @Query({ schema: overviewQuery }) { period }: OverviewQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.streams.openOfAll(request, reply, account.id, period);
  }

  @Get('self/stream')
  @Requires('user')
  @ApiRawResponse('text/event-stream')
  streamOwn(
    @Account() account: SignedIn,
    @Query({ schema: overviewQuery }) { period }: OverviewQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.streams.openOwn(request, reply, account.id, period);
  }
}
