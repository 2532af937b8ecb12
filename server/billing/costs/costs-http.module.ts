import { Module } from '@nestjs/common';
import { CostsController } from './costs.controller.js';
import { CostsModule } from './costs.module.js';
import { PurchasePricesController } from './purchase-prices/purchase-prices.controller.js';

@Module({ imports: [CostsModule], controllers: [CostsController, PurchasePricesController] })
export class CostsApi {}
