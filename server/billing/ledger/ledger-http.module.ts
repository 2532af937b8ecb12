import { Module } from '@nestjs/common';
import { BalanceSumsController } from './balance-sums.controller.js';
import { LedgerAuditController } from './ledger-audit.controller.js';

/** The ledger's routes. */
@Module({ controllers: [BalanceSumsController, LedgerAuditController] })
export class LedgerApi {}
