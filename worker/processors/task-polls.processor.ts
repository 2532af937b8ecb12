import { OnWorkerEvent, Processor } from '@nestjs/bullmq';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Job } from 'bullmq';
import { TaskPoller } from '../../server/tasks/engine/task-poller.js';
import { TASK_POLLS_QUEUE, taskPoll } from '../../server/tasks/engine/task-polls.js';
import { TaskPollsRepository } from '../../server/tasks/engine/task-polls.repository.js';
import { QueueWorker } from './queue-worker.js';

/** Channels that one worker polls at once. */
const CHANNELS = 8;
/** Milliseconds between looks for tasks that no job polls, as while Redis is unavailable. */
const FALLBACK_MS = 25_000;
/** Seconds by which such tasks are overdue. */
const FORGOTTEN_SECONDS = 30;

/** Polls running tasks, channel by channel. */
@Processor(TASK_POLLS_QUEUE, { concurrency: CHANNELS, maxStalledCount: 100 })
export class TaskPollsProcessor extends QueueWorker implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    private readonly poller: TaskPoller,
    private readonly polls: TaskPollsRepository,
  ) {
    super('Tasks');
  }

  override async process(job: Job): Promise<void> {
    const { kind, channelId } = taskPoll.parse(job.data);
    await this.poller.pollChannel(kind, channelId, this.stopping.signal);
  }

  /** Works without Redis; leases keep it from polling what another process polls. */
  @Interval('tasks.poll-forgotten', FALLBACK_MS)
  async pollForgotten(): Promise<void> {
    try {
      for (const { table, channelId } of await this.polls.dueChannels(FORGOTTEN_SECONDS))
        await this.poller.pollChannel(table, channelId, this.stopping.signal);
    } catch (error) {
      this.logger.warn(`tasks not polled: ${String(error)}`);
    }
  }

  /** Finishes the calls under way. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.worker.close();
  }

  @OnWorkerEvent('failed')
  failed(_job: Job | undefined, error: Error): void {
    this.logger.error(`polling failed: ${error.message}`);
  }
}
