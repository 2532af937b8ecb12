import { Module } from '@nestjs/common';
import { GroupsService } from './groups.service.js';
import { PricesService } from './prices.service.js';

/** Prices and groups; the options they come from are global. */
@Module({
  providers: [PricesService, GroupsService],
  exports: [PricesService, GroupsService],
})
export class PricesModule {}
