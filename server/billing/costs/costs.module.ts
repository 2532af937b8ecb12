import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { UsageHoursModule } from '../usage-hours/usage-hours.module.js';
import { OptionsModule } from '../../options/options.module.js';
import { Costs } from './costs.service.js';
import { CostsRepository } from './costs.repository.js';
import { PurchasePricesRepository } from './purchase-prices/purchase-prices.repository.js';
import { RankedCosts } from './ranked-costs.js';
import { CostRankingsRepository } from './rankings/cost-rankings.repository.js';
import { CostRankings } from './rankings/cost-rankings.service.js';
import { PurchasePrices } from './purchase-prices/purchase-prices.service.js';

@Module({
  imports: [AuditModule, LogsModule, OptionsModule, UsageHoursModule],
  providers: [
    Costs,
    CostsRepository,
    CostRankings,
    CostRankingsRepository,
    RankedCosts,
    PurchasePrices,
    PurchasePricesRepository,
  ],
  exports: [Costs, CostRankings, PurchasePrices],
})
export class CostsModule {}
