import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { LogsModule } from '../billing/logs/logs.module.js';
import { PricesModule } from '../billing/prices/prices.module.js';
import { UsageHoursModule } from '../billing/usage-hours/usage-hours.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ACCOUNT_SOURCE } from '../core/http/access/account.js';
import { GroupsModule } from '../options/groups/groups.module.js';
import { Accounts } from './accounts.js';
import { AdminKeyLookup } from './admin-keys/admin-key-lookup.js';
import { AdminKeysRepository } from './admin-keys/admin-keys.repository.js';
import { IdentityProof } from './passwords/identity-proof.js';
import { InvitationsService } from './invitations.service.js';
import { OwnAccountService } from './own-account/own-account.service.js';
import { RootAccount } from './first-account/root-account.js';
import { SetupLinks } from './first-account/setup-links.js';
import { SetupRepository } from './first-account/setup.repository.js';
import { SignInThrottle } from './passwords/sign-in-throttle.js';
import { UserActivityRepository } from './user-activity.repository.js';
import { UserListsRepository } from './user-lists.repository.js';
import { UserStatusService } from './user-status.service.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [
    AuditModule,
    GroupsModule,
    LedgerModule,
    LogsModule,
    NotificationsModule,
    PricesModule,
    UsageHoursModule,
  ],
  providers: [
    Accounts,
    AdminKeyLookup,
    AdminKeysRepository,
    { provide: ACCOUNT_SOURCE, useExisting: Accounts },
    IdentityProof,
    InvitationsService,
    OwnAccountService,
    RootAccount,
    SetupLinks,
    SetupRepository,
    SignInThrottle,
    UserActivityRepository,
    UserListsRepository,
    UserStatusService,
    UsersRepository,
    UsersService,
  ],
  exports: [
    Accounts,
    AdminKeysRepository,
    ACCOUNT_SOURCE,
    IdentityProof,
    InvitationsService,
    OwnAccountService,
    RootAccount,
    SetupLinks,
    SignInThrottle,
    UserStatusService,
    UsersRepository,
    UsersService,
  ],
})
export class UsersModule {}
