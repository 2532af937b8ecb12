import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { FormBodies } from './form-bodies.js';
import { OrdersService } from './orders.service.js';
import { PaymentNoticesController } from './payment-notices.controller.js';
import { PaymentNotices } from './payment-notices.service.js';
import { TopUpsRepository } from './top-ups.repository.js';
import { TopUpsController } from './top-ups.controller.js';

/** Top-up payments: orders and payment notices. */
@Module({
  imports: [LedgerModule, LogsModule, PricesModule],
  controllers: [TopUpsController, PaymentNoticesController],
  providers: [FormBodies, OrdersService, PaymentNotices, TopUpsRepository],
})
export class TopUpsApi {}
