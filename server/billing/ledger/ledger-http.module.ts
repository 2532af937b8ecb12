import { Module } from '@nestjs/common';
import { BalanceSumsController } from './balance-sums.controller.js';
import { LedgerAuditController } from './ledger-audit.controller.js';
import { WriteOffsController } from './write-offs/write-offs.controller.js';

/** The ledger's routes. */
@Module({ controllers: [BalanceSumsController, LedgerAuditController, WriteOffsController] })
export class LedgerApi {}
