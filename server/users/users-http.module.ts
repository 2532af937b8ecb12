import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { AdminKeysController } from './admin-keys/admin-keys.controller.js';
import { AdminKeys } from './admin-keys/admin-keys.service.js';
import { Confirmations } from './own-account/confirmations.service.js';
import { ConfirmationController } from './own-account/confirmation.controller.js';
import { FirstAccount } from './first-account/first-account.js';
import { SendingModule } from '../notifications/sending.module.js';
import { InvitationsController } from './invitations.controller.js';
import { NotificationSettingsController } from './own-account/notification-settings.controller.js';
import { TestNotices } from './own-account/test-notices.service.js';
import { OwnAccountController } from './own-account/own-account.controller.js';
import { SessionsController } from './own-account/sessions.controller.js';
import { LogsModule } from '../billing/logs/logs.module.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { RefundsService } from './refunds/refunds.service.js';
import { SavedViewsController } from './saved-views/saved-views.controller.js';
import { SavedViewsRepository } from './saved-views/saved-views.repository.js';
import { SavedViews } from './saved-views/saved-views.service.js';
import { SecondFactorModule } from './second-factor/second-factor.module.js';
import { UsersController } from './users.controller.js';
import { UsersModule } from './users.module.js';

/** UsersController is last, so that `self`, `token`, `setting`, `sessions`, `confirm` and `aff` do not match `:id`. */
@Module({
  imports: [AuditModule, LedgerModule, LogsModule, SecondFactorModule, SendingModule, UsersModule],
  controllers: [
    AdminKeysController,
    OwnAccountController,
    NotificationSettingsController,
    SessionsController,
    ConfirmationController,
    InvitationsController,
    RefundsController,
    SavedViewsController,
    UsersController,
  ],
  providers: [
    AdminKeys,
    Confirmations,
    FirstAccount,
    RefundsService,
    SavedViews,
    SavedViewsRepository,
    TestNotices,
  ],
  exports: [SecondFactorModule, TestNotices, UsersModule],
})
export class UsersApi {}
