import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { GroupsModule } from '../options/groups/groups.module.js';
import { TokenCache } from './token-cache.js';
import { TokenOwners } from './token-owners.js';
import { TokenExpiry } from './token-expiry.service.js';
import { TokensService } from './tokens.service.js';

@Module({
  imports: [AuditModule, GroupsModule, LedgerModule],
  providers: [TokensService, TokenCache, TokenOwners, TokenExpiry],
  exports: [TokensService, TokenCache, TokenOwners],
})
export class TokensModule {}
