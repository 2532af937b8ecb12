import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Queue } from 'bullmq';
import { RepeatedWarnings } from '../server/core/repeated-warnings.js';
import { Schedules, SCHEDULES_QUEUE } from './schedules.js';

/** Milliseconds between comparisons of the installed schedulers with the table; Redis may have lost them. */
const LOOK_MS = 60_000;

/** Jobs done that are kept, for a look at what ran: more than there are schedules. */
const KEPT_DONE = 50;

/** Keeps BullMQ's job schedulers in sync with the table of schedules. Every worker does so, with the same result. */
@Injectable()
export class InstallSchedules implements OnApplicationBootstrap {
  private readonly logger = new Logger('Schedules');
  private looking: Promise<void> | undefined;
  private readonly warnings = new RepeatedWarnings(this.logger);

  constructor(
    private readonly schedules: Schedules,
    @InjectQueue(SCHEDULES_QUEUE) private readonly queue: Queue,
  ) {}

  /** Not awaited, so that a slow Redis does not delay the start of the worker. */
  onApplicationBootstrap(): void {
    this.look();
  }

  /** Runs one comparison at a time; it waits while Redis is unavailable. */
  @Interval('schedules.install', LOOK_MS)
  look(): void {
    this.looking ??= this.compare()
      .catch((error: unknown) => this.troubled(error))
      .finally(() => (this.looking = undefined));
  }

  private async compare(): Promise<void> {
    const installed = new Map((await this.queue.getJobSchedulers()).map(({ key, every }) => [key, every]));
    for (const { name, everySeconds } of this.schedules.table) {
      const every = everySeconds * 1000;
      if (Number(installed.get(name)) !== every) await this.install(name, every);
      installed.delete(name);
    }
    for (const name of installed.keys()) await this.queue.removeJobScheduler(name);
    this.warnings.clear();
  }

  /** Logs an outage once. */
  private troubled(error: unknown): void {
    this.warnings.warn(`schedules: ${String(error)}`);
  }

  private async install(name: string, every: number): Promise<void> {
    const opts = { removeOnComplete: KEPT_DONE, removeOnFail: 100 };
    await this.queue.upsertJobScheduler(name, { every }, { name, opts });
  }
}
