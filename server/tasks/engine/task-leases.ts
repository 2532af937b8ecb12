import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { StoredTask } from './stored-task.js';
import { TaskPollsRepository } from './task-polls.repository.js';
import type { TaskTable } from './task-table.js';

/** Maximum number of tasks that are leased at a time. */
const MAX_LEASED = 100;
/** Failed calls in a row from which the pauses grow. */
const ERRORS_BEFORE_BACKOFF = 3;
const FIRST_PAUSE_SECONDS = 15;
const MAX_PAUSE_SECONDS = 600;
const MAX_DOUBLINGS = 6;

/** The next poll of tasks after a failed one. */
interface Pause {
  readonly delaySeconds: number;
  /** Failed calls in a row. */
  readonly errors: number;
}

/** The tasks that this process polls: leased tasks are invisible to other processes until their lease expires. */
@Injectable()
export class TaskLeases {
  /** Identifies this process. */
  private readonly owner = randomUUID();

  constructor(private readonly polls: TaskPollsRepository) {}

  /** Leases due tasks of a channel. */
  claim(table: TaskTable, channelId: number): Promise<StoredTask[]> {
    return this.polls.claim(table, channelId, this.owner, MAX_LEASED);
  }

  /**
   * Ends the leases of tasks of one table that were polled, or that are not polled in this round.
   * @param delaySeconds until their next poll; by their age if absent
   */
  release(tasks: readonly StoredTask[], delaySeconds?: number): Promise<void> {
    return this.end(tasks, delaySeconds === undefined ? {} : { delaySeconds });
  }

  /**
   * Ends the leases of tasks whose poll failed, such as those that the upstream does not know, or not any more. They are
   * polled less with every failure, until their deadline ends them.
   */
  async releaseFailed(tasks: readonly StoredTask[]): Promise<Pause> {
    const errors = Math.max(...tasks.map(({ pollErrors }) => pollErrors)) + 1;
    const delaySeconds = pauseAfter(errors);
    await this.end(tasks, { failed: true, delaySeconds });
    return { delaySeconds, errors };
  }

  private async end(
    tasks: readonly StoredTask[],
    next: { failed?: boolean; delaySeconds?: number },
  ): Promise<void> {
    const [first] = tasks;
    if (first)
      await this.polls.release(
        first.table,
        tasks.map(({ id }) => id),
        this.owner,
        next,
      );
  }
}

/** Seconds to wait after so many failed calls in a row. */
function pauseAfter(errors: number): number {
  const doublings = Math.min(Math.max(errors - ERRORS_BEFORE_BACKOFF, 0), MAX_DOUBLINGS);
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** doublings, MAX_PAUSE_SECONDS);
}
