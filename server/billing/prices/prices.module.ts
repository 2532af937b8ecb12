import { Module } from '@nestjs/common';
import { PricesService } from './prices.service.js';

/** Prices; the options they come from are global. */
@Module({
  providers: [PricesService],
  exports: [PricesService],
})
export class PricesModule {}
