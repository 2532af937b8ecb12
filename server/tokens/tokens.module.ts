import { Module } from '@nestjs/common';
import { LedgerModule } from '../billing/ledger/ledger.module.js';
import { GroupsModule } from '../options/groups/groups.module.js';
import { TokenDirectory } from './token-directory.js';
import { TokenOwners } from './token-owners.js';
import { TokenRetirement } from './token-retirement.service.js';
import { TokensService } from './tokens.service.js';

@Module({
  imports: [GroupsModule, LedgerModule],
  providers: [TokensService, TokenDirectory, TokenOwners, TokenRetirement],
  exports: [TokensService, TokenDirectory, TokenOwners],
})
export class TokensModule {}
