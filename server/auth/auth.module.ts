import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { LogsModule } from '../billing/logs/logs.module.js';
import { PricesModule } from '../billing/prices/prices.module.js';
import { UsersModule } from '../users/users.module.js';
import { MailAddressesRepository } from './mail/mail-addresses.repository.js';
import { NewAccounts } from './new-accounts.js';
import { NewAccountsRepository } from './new-accounts.repository.js';
import { PasswordService } from './password.service.js';

@Module({
  imports: [AuditModule, LedgerModule, LogsModule, PricesModule, UsersModule],
  providers: [MailAddressesRepository, NewAccounts, NewAccountsRepository, PasswordService],
  exports: [MailAddressesRepository, NewAccounts, PasswordService],
})
export class AuthModule {}
