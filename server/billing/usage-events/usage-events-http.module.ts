import { Module } from '@nestjs/common';
import { StreamPlacesRepository } from '../../notifications/event-streams/stream-places.repository.js';
import { OptionsModule } from '../../options/options.module.js';
import { UsageEventsController } from './usage-events.controller.js';
import { UsageStreamRepository } from './usage-stream.repository.js';

/** State of the usage events. */
@Module({
  imports: [OptionsModule],
  controllers: [UsageEventsController],
  providers: [StreamPlacesRepository, UsageStreamRepository],
})
export class UsageEventsApi {}
