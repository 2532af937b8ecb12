import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { OptionsModule } from '../../options/options.module.js';
import { ChannelsModule } from '../channels.module.js';
import { ChannelRecovery } from './channel-recovery.service.js';
import { ChannelTestProcessor } from './channel-test-processor.service.js';

/** Executes tests in the worker. Needs `CHANNEL_TESTER`, which the relay provides globally. */
@Module({
  imports: [ChannelsModule, NotificationsModule, OptionsModule],
  providers: [ChannelTestProcessor, ChannelRecovery],
  exports: [ChannelTestProcessor],
})
export class ChannelTestRunModule {}
