import { Processor } from '@nestjs/bullmq';
import type { RunContext, RunPayload } from '../../server/channels/runs/bulk-channel-jobs.js';
import { ChannelTestProcessor } from '../../server/channels/testing/channel-test-processor.service.js';
import { CHANNEL_TESTS_QUEUE } from '../../server/channels/testing/channel-test-queue.service.js';
import { RUN_OPTIONS, RunProcessor } from './run.processor.js';

/** Tests all channels. */
@Processor(CHANNEL_TESTS_QUEUE, RUN_OPTIONS)
export class ChannelTestsProcessor extends RunProcessor {
  constructor(private readonly run: ChannelTestProcessor) {
    super();
  }

  protected carryOut(payload: RunPayload, context: RunContext): Promise<void> {
    return this.run.run(payload, context);
  }
}
