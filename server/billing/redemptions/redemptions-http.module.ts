import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { RedeemingController } from './redeeming.controller.js';
import { RedeemingService } from './redeeming.service.js';
import { RedemptionsController } from './redemptions.controller.js';
import { RedemptionsRepository } from './redemptions.repository.js';
import { RedemptionsService } from './redemptions.service.js';

/** Redemption codes. They are used through HTTP routes only, so the worker does not load this module. */
@Module({
  imports: [LedgerModule, LogsModule, PricesModule],
  controllers: [CampaignsController, RedemptionsController, RedeemingController],
  providers: [CampaignsRepository, RedemptionsRepository, RedemptionsService, RedeemingService],
})
export class RedemptionsApi {}
