import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Schedules, SCHEDULES_QUEUE } from '../schedules.js';

/** Executes due schedules. */
@Processor(SCHEDULES_QUEUE)
export class SchedulesProcessor extends WorkerHost {
  private readonly logger = new Logger('Schedules');
  private away = false;

  constructor(private readonly schedules: Schedules) {
    super();
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

  /** Logs an outage once, because BullMQ reports every attempt to reconnect. */
  @OnWorkerEvent('error')
  troubled(error: Error): void {
    if (!this.away) this.logger.warn(`queue: ${error.message}`);
    this.away = true;
  }

  @OnWorkerEvent('ready')
  ready(): void {
    this.away = false;
  }
}
