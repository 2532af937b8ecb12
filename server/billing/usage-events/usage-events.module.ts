import { Module } from '@nestjs/common';
import { OptionsModule } from '../../options/options.module.js';
import { LedgerFenceRepository } from './ledger-fence.repository.js';
import { UsageEvents } from './usage-events.service.js';
import { UsageReceiver } from './usage-receiver.js';
import { UsageStreamRepository } from './usage-stream.repository.js';

/** Delivery of usage events, by the worker. */
@Module({
  imports: [OptionsModule],
  providers: [LedgerFenceRepository, UsageStreamRepository, UsageReceiver, UsageEvents],
  exports: [UsageEvents],
})
export class UsageEventsModule {}
