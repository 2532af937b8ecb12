import { Module } from '@nestjs/common';
import { PriceUse } from './price-use.js';
import { PricesRepository } from './prices.repository.js';
import { PricesService } from './prices.service.js';

/** Prices. The options they depend on are in a global module. */
@Module({
  providers: [PricesRepository, PricesService, PriceUse],
  exports: [PricesRepository, PricesService],
})
export class PricesModule {}
