import { Module } from '@nestjs/common';
import { ChannelTestQueue } from './channel-test-runs.service.js';

/** Starting runs over all channels; both processes may. */
@Module({ providers: [ChannelTestQueue], exports: [ChannelTestQueue] })
export class ChannelTestRunsModule {}
