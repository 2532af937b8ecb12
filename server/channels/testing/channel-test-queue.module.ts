import { Module } from '@nestjs/common';
import { ChannelTestQueue } from './channel-test-queue.service.js';

/** Starting runs over all channels; both processes may. */
@Module({ providers: [ChannelTestQueue], exports: [ChannelTestQueue] })
export class ChannelTestRunsModule {}
