import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { UsageHoursModule } from '../billing/usage-hours/usage-hours.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { GroupsModule } from '../options/groups/groups.module.js';
import { TokenCache } from './token-cache.js';
import { TokenIdentitiesRepository } from './token-identities.repository.js';
import { TokenExpiry } from './token-expiry.service.js';
import { TokensRepository } from './tokens.repository.js';
import { FormerKeysRepository } from './former-keys/former-keys.repository.js';
import { TokenKeysService } from './token-keys.service.js';
import { TokenResponses } from './token-responses.service.js';
import { TokenUsesService } from './token-uses.service.js';
import { KeyUsesModule } from '../billing/key-uses/key-uses.module.js';
import { TokensService } from './tokens.service.js';

@Module({
  imports: [AuditModule, GroupsModule, KeyUsesModule, LedgerModule, NotificationsModule, UsageHoursModule],
  providers: [
    TokensService,
    TokenKeysService,
    TokenResponses,
    TokenUsesService,
    TokensRepository,
    FormerKeysRepository,
    TokenCache,
    TokenIdentitiesRepository,
    TokenExpiry,
  ],
  exports: [
    TokensService,
    TokenKeysService,
    TokenResponses,
    TokenUsesService,
    TokensRepository,
    FormerKeysRepository,
    TokenCache,
    TokenIdentitiesRepository,
  ],
})
export class TokensModule {}
