import { Module } from '@nestjs/common';
import { GroupsModule } from '../../options/groups/groups.module.js';
import { PriceChangesController } from './changes/price-changes.controller.js';
import { PriceChanges } from './changes/price-changes.service.js';
import { PriceComparisonController } from './comparison/price-comparison.controller.js';
import { PriceComparisonService } from './comparison/price-comparison.service.js';
import { PriceList } from './price-list.js';
import { PricesModule } from './prices.module.js';
import { PricingController } from './pricing.controller.js';

/** HTTP routes of the price list and of changes of prices. */
@Module({
  imports: [GroupsModule, PricesModule],
  controllers: [PricingController, PriceChangesController, PriceComparisonController],
  providers: [PriceList, PriceChanges, PriceComparisonService],
  exports: [PriceList],
})
export class PricesApi {}
