import { Controller, Get, Query } from '@nestjs/common';
import {
  overviewQuery,
  overviewResponse,
  ownOverviewResponse,
  type OverviewQuery,
  type OverviewResponse,
  type OwnOverviewResponse,
} from '../contract/resources/overview.js';
import { Account, type SignedIn } from '../core/http/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/requires.js';
import { Overview } from './overview.service.js';

@Controller('api/overview')
export class OverviewController {
  constructor(private readonly overview: Overview) {}

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
}
