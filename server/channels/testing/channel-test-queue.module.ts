import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels.module.js';
import { ChannelKeyTests } from './channel-key-tests.service.js';
import { ChannelTestQueue } from './channel-test-queue.service.js';
import { ChannelTestRecords } from './channel-test-records.service.js';

/**
 * Tests of one channel, and the queue of tests of all channels; used by server and worker. Needs `CHANNEL_TESTER`, which
 * the relay provides globally.
 */
@Module({
  imports: [ChannelsModule],
  providers: [ChannelTestQueue, ChannelKeyTests, ChannelTestRecords],
  exports: [ChannelTestQueue, ChannelKeyTests, ChannelTestRecords],
})
export class ChannelTestRunsModule {}
