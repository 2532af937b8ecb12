import { Module } from '@nestjs/common';
import { ChannelTestQueue } from './channel-test-queue.service.js';

/** Starts tests of all channels; used by server and worker. */
@Module({ providers: [ChannelTestQueue], exports: [ChannelTestQueue] })
export class ChannelTestRunsModule {}
