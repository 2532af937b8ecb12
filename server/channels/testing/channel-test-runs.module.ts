import { Module } from '@nestjs/common';
import { ChannelTestRuns } from './channel-test-runs.service.js';

/** Starting runs over all channels; both processes may. */
@Module({ providers: [ChannelTestRuns], exports: [ChannelTestRuns] })
export class ChannelTestRunsModule {}
