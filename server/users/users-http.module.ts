import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { FirstAccount } from './first-account.js';
import { InvitationsController } from './invitations.controller.js';
import { OwnAccountController } from './own-account.controller.js';
import { SessionsController } from './sessions.controller.js';
import { UsersController } from './users.controller.js';
import { UsersModule } from './users.module.js';

/** OwnAccountController must precede UsersController, so that `self`, `token`, `sessions` and `aff` do not match `:id`. */
@Module({
  imports: [AuditModule, LedgerModule, UsersModule],
  controllers: [OwnAccountController, SessionsController, InvitationsController, UsersController],
  providers: [FirstAccount],
  exports: [UsersModule],
})
export class UsersApi {}
