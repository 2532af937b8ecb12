import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { ENROLMENT_RULE } from '../../core/http/access/enrolment.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { UsersModule } from '../users.module.js';
import { Authenticators } from './authenticators.js';
import { SecondFactorCheck } from './factor-check.js';
import { FactorRequirement } from './factor-requirement.js';
import { FactorReset } from './factor-reset.js';
import { FactorResetController } from './factor-reset.controller.js';
import { FactorState } from './factor-state.js';
import { FactorThrottle } from './factor-throttle.js';
import { PasskeyAssertions } from './passkey-assertions.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { PasskeyRegistrations } from './passkey-registrations.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RelyingParties } from './relying-parties.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Authenticator apps, recovery codes and passkeys of accounts, and which accounts need them. */
@Module({
  imports: [AuditModule, NotificationsModule, UsersModule],
  controllers: [SecondFactorController, PasskeysController, FactorResetController],
  providers: [
    Authenticators,
    SecondFactorCheck,
    FactorRequirement,
    { provide: ENROLMENT_RULE, useExisting: FactorRequirement },
    FactorReset,
    FactorState,
    FactorThrottle,
    PasskeyAssertions,
    PasskeyChallenges,
    PasskeyRegistrations,
    PasskeysRepository,
    RecoveryCodes,
    RelyingParties,
    SecondFactorsRepository,
  ],
  exports: [SecondFactorCheck, FactorRequirement, ENROLMENT_RULE, PasskeyAssertions],
})
export class SecondFactorModule {}
