import { Module } from '@nestjs/common';
import { GroupsModule } from '../../options/groups/groups.module.js';
import { PriceList } from './price-list.js';
import { PricesModule } from './prices.module.js';
import { PricingController } from './pricing.controller.js';

/** HTTP route of the price list. */
@Module({ imports: [GroupsModule, PricesModule], controllers: [PricingController], providers: [PriceList] })
export class PricesApi {}
