import { Module } from '@nestjs/common';
import { SpendRepository } from './spend.repository.js';
import { UsageDaysRepository } from './usage-days.repository.js';
import { UsageDays } from './usage-days.service.js';
import { UsageRebuildRepository } from './usage-rebuild.repository.js';
import { UsageRebuild } from './usage-rebuild.service.js';

/** Sums of usage by hour and day; the poster of the ledger writes them too. */
@Module({
  providers: [UsageRebuild, UsageRebuildRepository, UsageDays, UsageDaysRepository, SpendRepository],
  exports: [UsageRebuild, UsageRebuildRepository, UsageDays, SpendRepository],
})
export class UsageHoursModule {}
