import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { ChannelsModule } from '../channels.module.js';
import { ChannelTestRunsModule } from './channel-test-queue.module.js';
import { ChannelTestProcessor } from './channel-test-processor.service.js';
import { ChannelTestsRepository } from './channel-tests.repository.js';

/** Executes tests in the worker. Needs `CHANNEL_TESTER`, which the relay provides globally. */
@Module({
  imports: [ChannelsModule, ChannelTestRunsModule, NotificationsModule],
  providers: [ChannelTestProcessor, ChannelTestsRepository],
  exports: [ChannelTestProcessor],
})
export class ChannelTestRunModule {}
