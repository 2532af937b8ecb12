import { Processor } from '@nestjs/bullmq';
import type { RunContext, RunPayload } from '../../server/channels/runs/bulk-channel-jobs.js';
import { ChannelBalanceRun } from '../../server/channels/upstream/channel-balance-processor.service.js';
import { CHANNEL_BALANCES_QUEUE } from '../../server/channels/upstream/channel-balance-queue.service.js';
import { RUN_OPTIONS, RunProcessor } from './run.processor.js';

/** Updates the balances of all channels. */
@Processor(CHANNEL_BALANCES_QUEUE, RUN_OPTIONS)
export class ChannelBalancesProcessor extends RunProcessor {
  constructor(private readonly run: ChannelBalanceRun) {
    super();
  }

  protected carryOut(_payload: RunPayload, context: RunContext): Promise<void> {
    return this.run.run(context);
  }
}
