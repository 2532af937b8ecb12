import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { RedeemingController } from './redeeming.controller.js';
import { RedeemingService } from './redeeming.service.js';
import { RedemptionsController } from './redemptions.controller.js';
import { RedemptionsService } from './redemptions.service.js';

/** Redemption codes; only people make and use them, so the worker needs nothing of it. */
@Module({
  imports: [LedgerModule, LogsModule, PricesModule],
  controllers: [RedemptionsController, RedeemingController],
  providers: [RedemptionsService, RedeemingService],
})
export class RedemptionsApi {}
