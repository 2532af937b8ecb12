import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { UsersModule } from '../users/users.module.js';
import { SetupController } from './setup.controller.js';
import { SetupService } from './setup.service.js';

@Module({
  imports: [AuditModule, LedgerModule, UsersModule],
  controllers: [SetupController],
  providers: [SetupService],
})
export class SetupApi {}
