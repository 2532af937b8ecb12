import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import { z } from 'zod';
import { QUEUES } from '../../core/queues.js';
import { TaskPollsRepository } from './task-polls.repository.js';

/** Queue of polls: one job per channel with due tasks, taken by any free worker. */
export const TASK_POLLS_QUEUE = QUEUES.taskPolls;

/** Data of a job. `kind` is the table of the tasks. Servers and workers of different releases share the queue. */
export const taskPoll = z.strictObject({ kind: z.enum(['drawing', 'task']), channelId: z.int() });

/** Finds channels with due tasks. A channel has at most one job at a time, which is its pace and its concurrency. */
@Injectable()
export class TaskPolls {
  constructor(
    private readonly polls: TaskPollsRepository,
    @InjectQueue(TASK_POLLS_QUEUE) private readonly queue: Queue,
  ) {}

  /** @returns the number of channels with due tasks */
  async enqueueDue(): Promise<number> {
    const due = await this.polls.dueChannels();
    await this.queue.addBulk(
      due.map(({ table, channelId }) => ({
        name: 'poll',
        data: { kind: table, channelId } satisfies z.infer<typeof taskPoll>,
        // A job with this id that waits or runs makes another one unnecessary.
        opts: { jobId: `${table}-${channelId}`, removeOnComplete: true, removeOnFail: true },
      })),
    );
    return due.length;
  }
}
