import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { chineseText, storedText } from '../../contract/stored-texts/catalogue.js';
import { Counters } from '../../core/redis/counters.js';
import { operatorText, UpstreamError } from '../../dialects/canonical/failure.js';
import { maskSecrets } from '../../relay/pipeline/attempt/mask-secrets.js';
import { RelayServices } from '../../relay/relay-services.js';
import { pollGroups, queriesOneTask, tasksOf, type PollBatch } from './poll-batches.js';
import type { StoredTask } from './stored-task.js';
import { TaskEndings } from './task-endings.js';
import { TaskLeases } from './task-leases.js';
import { TaskPollsRepository } from './task-polls.repository.js';
import { isAboutTask, TaskQueries } from './task-queries.js';
import { TaskReports } from './task-reports.js';
import type { TaskTable } from './task-table.js';

/** Pause between groups of calls that query one task each (`pollGroups`): at most 8 calls a second. */
const SINGLE_PAUSE_MS = 1000;
/** Maximum time that one round polls a channel; the remaining tasks are due in the next round. */
const ROUND_MS = 45_000;
/** One line per channel in this time. */
const LOG_EVERY_MS = 60_000;

/** What happened to the tasks of one channel in one round. */
interface PollRound {
  polled: number;
  calls: number;
  ended: number;
}

interface FailedBatch {
  readonly batch: PollBatch;
  readonly problem: unknown;
}

/**
 * Polls running tasks. Any number of processes may do so: a leased task is invisible to the others until its lease expires,
 * and every change of state compares the task's version, so that nothing is refunded twice.
 */
@Injectable()
export class TaskPoller {
  private readonly logger = new Logger('Tasks');
  private readonly lastLogged = new Map<number, number>();

  constructor(
    private readonly polls: TaskPollsRepository,
    private readonly leases: TaskLeases,
    private readonly queries: TaskQueries,
    private readonly reports: TaskReports,
    private readonly endings: TaskEndings,
    private readonly relay: RelayServices,
    private readonly counters: Counters,
  ) {}

  /** Polls the due tasks of one channel, at most for 45 seconds. Failures of the upstream are logged, never thrown. */
  async pollChannel(table: TaskTable, channelId: number, signal?: AbortSignal): Promise<Readonly<PollRound>> {
    const end = Date.now() + ROUND_MS;
    const round: PollRound = { polled: 0, calls: 0, ended: 0 };
    while (Date.now() < end && !signal?.aborted) {
      const tasks = await this.leases.claim(table, channelId);
      if (tasks.length === 0) break;
      const channel = this.relay.channels.get(channelId);
      if (!channel) await this.failAll(tasks, channelId, round);
      else if (!(await this.pollTasks(channel, tasks, end, round, signal))) break;
    }
    return round;
  }

  /** @returns false when the channel is not to be called again in this round */
  private async pollTasks(
    channel: RoutableChannel,
    tasks: readonly StoredTask[],
    end: number,
    round: PollRound,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const groups = pollGroups(channel, tasks);
    for (const [index, group] of groups.entries()) {
      const later = groups.slice(index + 1).flat();
      if (Date.now() >= end || signal?.aborted) {
        await this.leases.release(tasksOf([...group, ...later]), 0);
        return false;
      }
      if (index > 0 && group.some(queriesOneTask)) await sleep(SINGLE_PAUSE_MS);
      const calls = await Promise.all(group.map(async (batch) => this.pollBatch(channel, batch, round)));
      const failed = calls.flatMap((call) => call ?? []);
      const [first] = failed;
      if (first) {
        const unpolled = tasksOf([...failed.map(({ batch }) => batch), ...later]);
        await this.failedCall(channel, unpolled, first.problem);
        return false;
      }
    }
    return true;
  }

  /** @returns a failure that is about the channel, after which its other tasks are not queried either */
  private async pollBatch(
    channel: RoutableChannel,
    batch: PollBatch,
    round: PollRound,
  ): Promise<FailedBatch | undefined> {
    if (!batch.codec) {
      // The type no longer carries out such tasks: their deadline ends them.
      await this.leases.release(batch.tasks);
      return undefined;
    }
    round.calls++;
    this.counters.add({ task_poll_calls: 1 });
    try {
      const reports = await this.queries.reports(channel, batch.codec, batch.tasks);
      await this.reports.apply(batch.tasks, reports, round);
      return undefined;
    } catch (problem) {
      if (!queriesOneTask(batch) || !isAboutTask(problem)) return { batch, problem };
      await this.leases.releaseFailed(batch.tasks);
      return undefined;
    }
  }

  /** Fails the tasks of a deleted channel. */
  private async failAll(tasks: readonly StoredTask[], channelId: number, round: PollRound): Promise<void> {
    const reason = chineseText(storedText('task_channel_deleted', { id: channelId }));
    for (const task of tasks) if (await this.endings.fail(task, reason)) round.ended++;
  }

  /** Whatever the upstream answers instead of states, its tasks keep running; the pauses grow with each failed call. */
  private async failedCall(
    channel: RoutableChannel,
    tasks: readonly StoredTask[],
    problem: unknown,
  ): Promise<void> {
    this.counters.add({ task_poll_failures: 1 });
    const { delaySeconds, errors } = await this.leases.releaseFailed(tasks);
    const [first] = tasks;
    if (first) await this.polls.delayDue(first.table, channel.id, delaySeconds, errors);
    const now = Date.now();
    if (now - (this.lastLogged.get(channel.id) ?? 0) < LOG_EVERY_MS) return;
    this.lastLogged.set(channel.id, now);
    const text = problem instanceof UpstreamError ? operatorText(problem.failure) : String(problem);
    this.logger.warn(
      `tasks of channel ${channel.id} cannot be polled, next attempt in ${delaySeconds} s: ${maskSecrets(text, channel)}`,
    );
  }
}
