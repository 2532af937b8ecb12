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
import { TokensService } from './tokens.service.js';

@Module({
  imports: [AuditModule, GroupsModule, LedgerModule, NotificationsModule, UsageHoursModule],
  providers: [TokensService, TokensRepository, TokenCache, TokenIdentitiesRepository, TokenExpiry],
  exports: [TokensService, TokensRepository, TokenCache, TokenIdentitiesRepository],
})
export class TokensModule {}
