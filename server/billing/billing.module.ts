import { Module } from '@nestjs/common';
import { LedgerModule } from './ledger/ledger.module.js';
import { LogsModule } from './logs/logs.module.js';
import { PricesModule } from './prices/prices.module.js';
import { UnreadUsageModule } from './unread-usage/unread-usage.module.js';

const PARTS = [LedgerModule, LogsModule, PricesModule, UnreadUsageModule];

/** Billing services without HTTP routes, so that the worker can load them. */
@Module({ imports: PARTS, exports: PARTS })
export class BillingModule {}
