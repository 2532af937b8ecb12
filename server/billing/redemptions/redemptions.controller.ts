import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { ApiRequest } from '../../core/http/api-request.js';
import { pageOf } from '../../core/http/paging.js';
import { Requires } from '../../core/http/access/requires.js';
import { parseBody } from '../../core/http/schema.pipe.js';
import { statusOnlyQuery, type StatusOnlyQuery } from '../../contract/query.js';
import {
  createRedemptionsRequest,
  redemptionId,
  redemptionListQuery,
  redemptionPageResponse,
  redemptionResponse,
  redemptionSearchQuery,
  updateRedemptionRequest,
  updateRedemptionStatusRequest,
  type CreateRedemptionsRequest,
  type RedemptionListQuery,
  type RedemptionPageResponse,
  type RedemptionResponse,
  type RedemptionSearchQuery,
} from '../../contract/resources/redemption.js';
import { CampaignsRepository } from './campaigns.repository.js';
import type { Redemption } from './redemption.entity.js';
import { redemptionResponseOf } from './redemption-response.js';
import { RedemptionsService } from './redemptions.service.js';

@Controller('api/redemption')
export class RedemptionsController {
  constructor(
    private readonly redemptions: RedemptionsService,
    private readonly campaigns: CampaignsRepository,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(redemptionPageResponse)
  list(@Query({ schema: redemptionListQuery }) query: RedemptionListQuery): Promise<RedemptionPageResponse> {
    return this.page(query);
  }

  @Get('search')
  @Requires('admin')
  @ApiResponse(redemptionPageResponse)
  search(
    @Query({ schema: redemptionSearchQuery }) query: RedemptionSearchQuery,
  ): Promise<RedemptionPageResponse> {
    return this.page(query);
  }

  @Get(':id')
  @Requires('admin')
  @ApiResponse(redemptionResponse)
  async find(@Param('id', { schema: redemptionId }) id: number): Promise<RedemptionResponse> {
    return this.withName(await this.redemptions.find(id));
  }

  @Post()
  @Requires('admin')
  @ApiResponse(z.array(z.string()))
  create(
    @Account() actor: SignedIn,
    @Body({ schema: createRedemptionsRequest }) body: CreateRedemptionsRequest,
  ): Promise<string[]> {
    return this.redemptions.create(actor, body);
  }

  /** With `status_only` in the query, only enables or disables the code. */
  @Put()
  @Requires('admin')
  @ApiResponse(redemptionResponse)
  @ApiRequest({ body: z.union([updateRedemptionRequest, updateRedemptionStatusRequest]) })
  async update(
    @Account() actor: SignedIn,
    @Query({ schema: statusOnlyQuery }) { status_only }: StatusOnlyQuery,
    @Body() body: unknown,
  ): Promise<RedemptionResponse> {
    const redemption =
      status_only !== ''
        ? await this.redemptions.switch(actor, parseBody(updateRedemptionStatusRequest, body))
        : await this.redemptions.update(actor, parseBody(updateRedemptionRequest, body));
    return this.withName(redemption);
  }

  @Delete(':id')
  @Requires('admin')
  @ApiResponse(z.null())
  async remove(@Account() actor: SignedIn, @Param('id', { schema: redemptionId }) id: number): Promise<void> {
    await this.redemptions.remove(actor, id);
  }

  private async withName(code: Redemption): Promise<RedemptionResponse> {
    return redemptionResponseOf(code, await this.campaigns.usernames(usersOf([code])));
  }

  private async page(
    query: RedemptionListQuery & Partial<RedemptionSearchQuery>,
  ): Promise<RedemptionPageResponse> {
    const page = pageOf(query.p, query.page_size, 1);
    const { items, total } = await this.redemptions.list(page, query);
    const usernames = await this.campaigns.usernames(usersOf(items));
    return {
      items: items.map((code) => redemptionResponseOf(code, usernames)),
      total,
      page: page.page,
      page_size: page.size,
    };
  }
}

/** Who redeemed the codes. */
function usersOf(codes: readonly Redemption[]): number[] {
  return [...new Set(codes.map(({ usedUserId }) => usedUserId).filter((id) => id > 0))];
}
