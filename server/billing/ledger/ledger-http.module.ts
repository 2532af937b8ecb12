import { Module } from '@nestjs/common';
import { BalanceSumsController } from './balance-sums.controller.js';
import { LedgerAuditController } from './ledger-audit.controller.js';
import { LedgerModule } from './ledger.module.js';
import { OwnCreditsController } from './own-credits.controller.js';
import { OwnCreditsRepository } from './own-credits.repository.js';
import { WriteOffsController } from './write-offs/write-offs.controller.js';
import { WriteOffsRepository } from './write-offs/write-offs.repository.js';

/** The ledger's routes. */
@Module({
  imports: [LedgerModule],
  controllers: [BalanceSumsController, LedgerAuditController, OwnCreditsController, WriteOffsController],
  providers: [OwnCreditsRepository, WriteOffsRepository],
})
export class LedgerApi {}
