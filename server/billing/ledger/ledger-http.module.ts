import { Module } from '@nestjs/common';
import { LedgerAuditController } from './ledger-audit.controller.js';

/** The ledger's routes. */
@Module({ controllers: [LedgerAuditController] })
export class LedgerApi {}
