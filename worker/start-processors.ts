import { BullRegistrar, InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { QUEUES } from '../server/core/queues.js';
import { RepeatedWarnings } from '../server/core/repeated-warnings.js';

/**
 * Starts the processors only after the whole application has been initialised, so that no waiting job runs with empty
 * options or channels.
 */
@Injectable()
export class StartProcessors implements OnApplicationBootstrap {
  private readonly warnings = new RepeatedWarnings(new Logger('Queues'));

  constructor(
    private readonly processors: BullRegistrar,
    @InjectQueue(QUEUES.schedules) schedules: Queue,
    @InjectQueue(QUEUES.channelTests) channelTests: Queue,
    @InjectQueue(QUEUES.channelBalances) channelBalances: Queue,
    @InjectQueue(QUEUES.taskPolls) taskPolls: Queue,
  ) {
    // BullMQ reports every attempt to reconnect, for each queue, and prints those that no listener takes with their stacks.
    for (const queue of [schedules, channelTests, channelBalances, taskPolls])
      queue.on('error', (error) => this.warnings.warn(`queue: ${error.message}`));
  }

  onApplicationBootstrap(): void {
    this.processors.register();
  }
}
