import { Module } from '@nestjs/common';
import { ClientBillingApi } from './client-billing/client-billing-http.module.js';
import { CostsApi } from './costs/costs-http.module.js';
import { LedgerApi } from './ledger/ledger-http.module.js';
import { LogsApi } from './logs/logs-http.module.js';
import { PricesApi } from './prices/prices-http.module.js';
import { RedemptionsApi } from './redemptions/redemptions-http.module.js';
import { TopUpsApi } from './top-ups/top-ups-http.module.js';
import { UnreadUsageController } from './unread-usage/unread-usage.controller.js';
import { UnreadUsageModule } from './unread-usage/unread-usage.module.js';
import { UsageEventsApi } from './usage-events/usage-events-http.module.js';
import { UsageApi } from './usage/usage-http.module.js';

/** HTTP routes of billing: costs, ledger, logs, prices, redemptions, top-ups and usage. */
@Module({
  imports: [
    ClientBillingApi,
    CostsApi,
    LedgerApi,
    LogsApi,
    PricesApi,
    RedemptionsApi,
    TopUpsApi,
    UnreadUsageModule,
    UsageApi,
    UsageEventsApi,
  ],
  controllers: [UnreadUsageController],
})
export class BillingApi {}
