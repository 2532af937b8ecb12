import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { pageOf } from '../../core/http/paging.js';
import { Requires } from '../../core/http/access/requires.js';
import {
  campaignListQuery,
  campaignPageResponse,
  changeCampaignRequest,
  changeCampaignResponse,
  type CampaignListQuery,
  type CampaignPageResponse,
  type ChangeCampaignRequest,
  type ChangeCampaignResponse,
} from '../../contract/resources/redemption.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { RedemptionsService } from './redemptions.service.js';

/** Sets of redemption codes that were made under one name. */
@Controller('api/redemption/campaigns')
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly redemptions: RedemptionsService,
  ) {}

  @Get()
  @Requires('admin')
  @ApiResponse(campaignPageResponse)
  async list(@Query({ schema: campaignListQuery }) query: CampaignListQuery): Promise<CampaignPageResponse> {
    const page = pageOf(query.p, query.page_size, 1);
    return { ...(await this.campaigns.page(page)), page: page.page, page_size: page.size };
  }

  /** Enables, disables or deletes the codes of a campaign that are not used. */
  @Put()
  @Requires('admin')
  @ApiResponse(changeCampaignResponse)
  async change(
    @Account() actor: SignedIn,
    @Body({ schema: changeCampaignRequest }) body: ChangeCampaignRequest,
  ): Promise<ChangeCampaignResponse> {
    return { changed: await this.redemptions.changeCampaign(actor, body) };
  }
}
