import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels.module.js';
import { ChannelKeyTests } from './channel-key-tests.service.js';
import { ChannelTestQueue } from './channel-test-queue.service.js';

/**
 * Tests of one channel, and the queue of tests of all channels; used by server and worker. Needs `CHANNEL_TESTER`, which
 * the relay provides globally.
 */
@Module({
  imports: [ChannelsModule],
  providers: [ChannelTestQueue, ChannelKeyTests],
  exports: [ChannelTestQueue, ChannelKeyTests],
})
export class ChannelTestRunsModule {}
