import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { GroupsModule } from '../options/groups/groups.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthModule } from './auth.module.js';
import { MailInvitationsController } from './invitations/invitations.controller.js';
import { InvitationsRepository } from './invitations/invitations.repository.js';
import { MailInvitations } from './invitations/invitations.service.js';
import { MailAddresses } from './mail/mail-addresses.js';
import { MailCodes } from './mail/mail-codes.js';
import { ResetController } from './mail/reset.controller.js';
import { ResetService } from './mail/reset.service.js';
import { VerificationController } from './mail/verification.controller.js';
import { VerificationService } from './mail/verification.service.js';
import { OauthApi } from './oauth/oauth-http.module.js';
import { PasswordController } from './password.controller.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';
import { SecondStepController } from './second-step/second-step.controller.js';
import { PasskeySignInController } from './second-step/passkey-sign-in.controller.js';
import { ServiceChecksController } from './service-checks/service-checks.controller.js';
import { ServiceChecks } from './service-checks/service-checks.service.js';

@Module({
  imports: [
    AuditModule,
    AuthModule,
    GroupsModule,
    LedgerModule,
    NotificationsModule,
    OauthApi,
    TokensModule,
    UsersModule,
  ],
  controllers: [
    MailInvitationsController,
    PasskeySignInController,
    PasswordController,
    RegistrationController,
    ResetController,
    SecondStepController,
    ServiceChecksController,
    VerificationController,
  ],
  providers: [
    InvitationsRepository,
    MailInvitations,
    MailAddresses,
    MailCodes,
    RegistrationService,
    ResetService,
    ServiceChecks,
    VerificationService,
  ],
  exports: [OauthApi],
})
export class AuthApi {}
