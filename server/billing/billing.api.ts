import { Module } from '@nestjs/common';
import { LedgerApi } from './ledger/ledger.api.js';
import { LogsApi } from './logs/logs.api.js';

/** Routes of everything about money. */
@Module({ imports: [LedgerApi, LogsApi] })
export class BillingApi {}
