import { Module } from '@nestjs/common';
import { PriceUse } from './price-use.js';
import { PricesService } from './prices.service.js';

/** Prices. The options they depend on are in a global module. */
@Module({
  providers: [PricesService, PriceUse],
  exports: [PricesService],
})
export class PricesModule {}
