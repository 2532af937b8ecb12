import { Module } from '@nestjs/common';
import { OptionsModule } from '../../options/options.module.js';
import { UsageEventsController } from './usage-events.controller.js';
import { UsageStreamRepository } from './usage-stream.repository.js';

/** State of the usage events. */
@Module({
  imports: [OptionsModule],
  controllers: [UsageEventsController],
  providers: [UsageStreamRepository],
})
export class UsageEventsApi {}
