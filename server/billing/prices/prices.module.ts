import { Module } from '@nestjs/common';
import { PricesService } from './prices.service.js';

/** Prices. The options they depend on are in a global module. */
@Module({
  providers: [PricesService],
  exports: [PricesService],
})
export class PricesModule {}
