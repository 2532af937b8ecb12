import { Module } from '@nestjs/common';
import { ClientBillingApi } from './client-billing/client-billing.api.js';
import { LedgerApi } from './ledger/ledger.api.js';
import { LogsApi } from './logs/logs.api.js';
import { PricesApi } from './prices/prices.api.js';
import { RedemptionsApi } from './redemptions/redemptions.api.js';
import { TopUpsApi } from './top-ups/top-ups.api.js';
import { UsageApi } from './usage/usage.api.js';

/** Routes of everything about money. */
@Module({
  imports: [ClientBillingApi, LedgerApi, LogsApi, PricesApi, RedemptionsApi, TopUpsApi, UsageApi],
})
export class BillingApi {}
