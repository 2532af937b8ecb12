import { OnWorkerEvent, Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { Schedules, SCHEDULES_QUEUE } from '../schedules.js';
import { QueueWorker } from './queue-worker.js';

/**
 * Schedules that one worker runs at a time. An audit of a large ledger and a deletion of many log rows take minutes, in which holds of
 * dead processes must still be released.
 */
const CONCURRENCY = 4;

/** Executes due schedules. */
@Processor(SCHEDULES_QUEUE, { concurrency: CONCURRENCY })
export class SchedulesProcessor extends QueueWorker {
  constructor(private readonly schedules: Schedules) {
    super('Schedules');
  }

  override async process(job: Job): Promise<void> {
    // A worker of another release may have added the job; only workers of that release know it.
    const schedule = this.schedules.table.find(({ name }) => name === job.name);
    if (!schedule) return this.logger.warn(`${job.name} is no schedule of this release`);
    const outcome = await schedule.run();
    if (outcome) this.logger.log(`${job.name}: ${outcome}`);
  }

  @OnWorkerEvent('failed')
  failed(job: Job | undefined, error: Error): void {
    this.logger.error(`${job?.name ?? 'a job'} failed: ${error.message}`);
  }
}
