import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { LogsModule } from '../billing/logs/logs.module.js';
import { PricesModule } from '../billing/prices/prices.module.js';
import { SecondFactorModule } from '../users/second-factor/second-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { MailAddressesRepository } from './mail/mail-addresses.repository.js';
import { NewAccounts } from './new-accounts.js';
import { NewAccountsRepository } from './new-accounts.repository.js';
import { SignInRecord } from './sign-in-record.js';
import { PasswordService } from './password.service.js';
import { PendingSignIns } from './second-step/pending-sign-ins.js';
import { SignIns } from './second-step/sign-ins.js';

@Module({
  imports: [
    AuditModule,
    LedgerModule,
    LogsModule,
    NotificationsModule,
    PricesModule,
    SecondFactorModule,
    UsersModule,
  ],
  providers: [
    MailAddressesRepository,
    NewAccounts,
    NewAccountsRepository,
    PasswordService,
    PendingSignIns,
    SignInRecord,
    SignIns,
  ],
  exports: [
    MailAddressesRepository,
    NewAccounts,
    PasswordService,
    PendingSignIns,
    SecondFactorModule,
    SignIns,
  ],
})
export class AuthModule {}
