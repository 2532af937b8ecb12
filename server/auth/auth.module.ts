import { Module } from '@nestjs/common';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { LogsModule } from '../billing/logs/logs.module.js';
import { PricesModule } from '../billing/prices/prices.module.js';
import { UsersModule } from '../users/users.module.js';
import { NewAccounts } from './new-accounts.js';
import { PasswordService } from './password.service.js';

@Module({
  imports: [LedgerModule, LogsModule, PricesModule, UsersModule],
  providers: [NewAccounts, PasswordService],
  exports: [NewAccounts, PasswordService],
})
export class AuthModule {}
