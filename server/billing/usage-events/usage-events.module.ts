import { Module } from '@nestjs/common';
import { TableFenceRepository } from '../../core/postgres/table-fence.repository.js';
import { EventReceiver } from '../../notifications/event-streams/event-receiver.js';
import { StreamPlacesRepository } from '../../notifications/event-streams/stream-places.repository.js';
import { OptionsModule } from '../../options/options.module.js';
import { UsageEvents } from './usage-events.service.js';
import { UsageStreamRepository } from './usage-stream.repository.js';

/** Delivery of usage events, by the worker. */
@Module({
  imports: [OptionsModule],
  providers: [
    TableFenceRepository,
    UsageStreamRepository,
    StreamPlacesRepository,
    EventReceiver,
    UsageEvents,
  ],
  exports: [UsageEvents],
})
export class UsageEventsModule {}
