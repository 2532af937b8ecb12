import { Module } from '@nestjs/common';
import { UsageRebuildRepository } from './usage-rebuild.repository.js';
import { UsageRebuild } from './usage-rebuild.service.js';

/** Sums of usage by hour; the poster of the ledger writes them too. */
@Module({
  providers: [UsageRebuild, UsageRebuildRepository],
  exports: [UsageRebuild, UsageRebuildRepository],
})
export class UsageHoursModule {}
