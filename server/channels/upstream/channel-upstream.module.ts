import { Module } from '@nestjs/common';
import { OptionsModule } from '../../options/options.module.js';
import { ChannelsModule } from '../channels.module.js';
import { ChannelBalanceRun } from './channel-balance-processor.service.js';
import { ChannelBalanceRuns } from './channel-balance-queue.service.js';
import { ChannelBalances } from './channel-balances.service.js';
import { KeyRecognition } from './key-recognition.service.js';

/**
 * Balances and model lists of upstreams, used by server and worker. Needs `UPSTREAM_INFO`, which the relay provides
 * globally.
 */
@Module({
  imports: [ChannelsModule, OptionsModule],
  providers: [ChannelBalances, KeyRecognition, ChannelBalanceRuns, ChannelBalanceRun],
  exports: [ChannelBalances, KeyRecognition, ChannelBalanceRuns, ChannelBalanceRun],
})
export class ChannelUpstreamModule {}
