import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { Counters } from '../../core/redis/counters.js';
import { refusesData } from '../../core/sql-errors.js';
import { operatorText, UpstreamError } from '../../dialects/canonical/failure.js';
import { text } from '../../dialects/json/lenient.js';
import type { TaskCodec, TaskReport } from '../../dialects/task-apis/task.js';
import { maskSecrets } from '../../relay/pipeline/attempt/mask-secrets.js';
import { RelayServices } from '../../relay/relay-services.js';
import { ask } from '../../relay/upstream/request.js';
import { bodyOf, taskCodecOf, taskProviderOf } from './call-task.js';
import { TaskPollsRepository, type TaskChange } from './task-polls.repository.js';
import { familyOf } from './task-family.js';
import { TaskEndings } from './task-endings.js';
import { TaskHooks } from './task-hooks.js';
import type { TaskKind } from './task-kind.js';
import { queriedTask, taskTarget } from './task-target.js';
import { TasksRepository } from './tasks.repository.js';
import type { StoredTask } from './stored-task.js';
import { changedColumns } from './changed-columns.js';
import { chineseText, storedText } from '../../contract/stored-texts/catalogue.js';

const QUERY_TIMEOUT_MS = 15_000;
const CLAIM = 100;
/** So many calls that ask for one task each are open at a time for a channel, and their pause, so at most 8 a second. */
const SINGLE_CALLS = 8;
const SINGLE_PAUSE_MS = 1000;
/** Longest time that one round polls a channel; what is left is due in the next round. */
const ROUND_MS = 45_000;
/** Failed calls in a row from which the pauses grow, and their limits in seconds. */
const PATIENT_ERRORS = 3;
const FIRST_PAUSE = 15;
const LONGEST_PAUSE = 600;
/** Statuses of queries that are about the channel: its key, its limits. */
const OF_CHANNEL = new Set([401, 402, 403, 408, 429]);
/** One line per channel in this time. */
const LOG_EVERY_MS = 60_000;

/** What happened to the tasks of one channel in one round. */
export interface PollRound {
  readonly polled: number;
  readonly calls: number;
  readonly ended: number;
}

/**
 * Polls running tasks. Any number of processes may do so: a leased task is invisible to the others until its lease expires,
 * and every change of state compares the task's version, so that nothing is refunded twice.
 */
@Injectable()
export class TaskPoller {
  private readonly logger = new Logger('Tasks');
  private readonly owner = randomUUID();
  private readonly lastLogged = new Map<number, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: TasksRepository,
    private readonly polls: TaskPollsRepository,
    private readonly endings: TaskEndings,
    private readonly hooks: TaskHooks,
    private readonly relay: RelayServices,
    private readonly counters: Counters,
  ) {}

  /** Polls the due tasks of one channel, at most for 45 seconds. Failures of the upstream are logged, never thrown. */
  async pollChannel(kind: TaskKind, channelId: number, signal?: AbortSignal): Promise<PollRound> {
    const end = Date.now() + ROUND_MS;
    const round = { polled: 0, calls: 0, ended: 0 };
    while (Date.now() < end && !signal?.aborted) {
      const tasks = await this.polls.claim(kind, channelId, this.owner, CLAIM);
      if (tasks.length === 0) break;
      const channel = this.relay.channels.get(channelId);
      const goesOn = channel
        ? await this.pollTasks(channel, tasks, end, round, signal)
        : await this.failAll(
            tasks,
            chineseText(storedText('task_channel_deleted', { id: channelId })),
            round,
          );
      if (!goesOn) break;
    }
    return round;
  }

  /** @returns false when the channel is not to be called again in this round */
  private async pollTasks(
    channel: RoutableChannel,
    tasks: readonly StoredTask[],
    end: number,
    round: { polled: number; calls: number; ended: number },
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const groups = groupsOf(batchesOf(channel, tasks));
    for (const [index, group] of groups.entries()) {
      const later = groups.slice(index + 1).flat();
      if (Date.now() >= end || signal?.aborted) {
        await this.release(tasksOf([...group, ...later]), { delaySeconds: 0 });
        return false;
      }
      if (index > 0 && group.some(asksForOne)) await sleep(SINGLE_PAUSE_MS);
      const calls = await Promise.all(group.map(async (batch) => this.pollBatch(channel, batch, round)));
      const failed = calls.flatMap((call) => call ?? []);
      const [first] = failed;
      if (first) {
        await this.failedCall(
          channel,
          tasksOf([...failed.map(({ batch }) => batch), ...later]),
          first.problem,
        );
        return false;
      }
    }
    return true;
  }

  /** @returns a failure that is about the channel, after which its other tasks are not asked for either */
  private async pollBatch(
    channel: RoutableChannel,
    batch: Batch,
    round: { polled: number; calls: number; ended: number },
  ): Promise<FailedBatch | undefined> {
    if (!batch.codec) {
      // The type no longer carries out such tasks: their deadline ends them.
      await this.release(batch.tasks, {});
      return undefined;
    }
    round.calls++;
    this.counters.add({ task_poll_calls: 1 });
    try {
      const reports = await this.reports(channel, batch.codec, batch.tasks);
      await this.apply(batch.tasks, reports, round);
      return undefined;
    } catch (problem) {
      if (!asksForOne(batch) || !isAboutTask(problem)) return { batch, problem };
      await this.refusedQuery(batch.tasks);
      return undefined;
    }
  }

  /** Errors that are about the task itself are its report. */
  private async reports(
    channel: RoutableChannel,
    codec: TaskCodec,
    tasks: readonly StoredTask[],
  ): Promise<readonly TaskReport[]> {
    try {
      return await this.queryUpstream(channel, codec, tasks);
    } catch (problem) {
      const [task] = tasks;
      if (!(problem instanceof UpstreamError) || !task || tasks.length > 1) throw problem;
      const { failure } = problem;
      if (failure.connection !== undefined || !codec.query.hasFailed?.(failure)) throw problem;
      return [{ upstreamId: task.upstreamId, status: 'FAILURE', failReason: failure.message }];
    }
  }

  private async queryUpstream(
    channel: RoutableChannel,
    codec: TaskCodec,
    tasks: readonly StoredTask[],
  ): Promise<readonly TaskReport[]> {
    const [first] = tasks;
    if (!first) return [];
    const target = taskTarget(channel, first, this.relay.settings.current);
    const asked = tasks.map(queriedTask);
    const reply = await ask(
      this.relay.upstream,
      codec.query.request(asked, target),
      channel.setting.proxy,
      QUERY_TIMEOUT_MS,
      undefined,
      codec.query.maxBytes,
    );
    if (reply.status < 200 || reply.status > 299) {
      const failure = taskProviderOf(channel, familyOf(first), first.upstreamModel)?.readError(
        reply.status,
        reply.headers,
        reply.text,
      );
      throw failure ? new UpstreamError(failure) : new Error(`status ${reply.status}`);
    }
    const body = bodyOf(codec, reply);
    if (body === undefined) throw new Error('the answer is not JSON');
    return codec.query.read(body, asked);
  }

  private async apply(
    tasks: readonly StoredTask[],
    reports: readonly TaskReport[],
    round: { polled: number; ended: number },
  ): Promise<void> {
    const byId = new Map<string, TaskReport>();
    // Of several reports about one task the first counts, so that a success cannot follow a failure.
    for (const report of reports) if (!byId.has(report.upstreamId)) byId.set(report.upstreamId, report);
    const running: StoredTask[] = [];
    const changes: TaskChange[] = [];
    for (const task of tasks) {
      round.polled++;
      const report = byId.get(task.upstreamId);
      if (report?.status === 'SUCCESS' || report?.status === 'FAILURE') {
        if (await this.ended(task, report)) round.ended++;
      } else {
        const columns = report ? changedColumns(task, report) : {};
        if (Object.keys(columns).length > 0) changes.push({ task, columns });
        running.push(task);
      }
    }
    await this.change(changes);
    await this.release(running, {});
  }

  /** A task whose end cannot be stored does not keep the others of its channel from ending; it is polled again. */
  private async ended(task: StoredTask, report: TaskReport): Promise<boolean> {
    try {
      return await (report.status === 'SUCCESS'
        ? this.endings.succeed(task, report)
        : this.endings.fail(task, report.failReason || task.failReason || 'FAILURE', report));
    } catch (error) {
      this.logger.error(`the end of ${task.kind} ${task.id} is not stored: ${String(error)}`);
      await this.refusedQuery([task]);
      return false;
    }
  }

  /** Tasks with a hook are changed one by one, each together with the call of its hook. */
  private async change(changes: readonly TaskChange[]): Promise<void> {
    const others = changes.filter(({ task }) => text(task.row.notify_hook) === '');
    const [first] = others;
    if (first) await this.changeAll(first.task.kind, others);
    for (const { task, columns } of changes)
      if (text(task.row.notify_hook) !== '')
        await this.dataSource.transaction(async (manager) => {
          if (!(await this.store.change(manager, task.kind, task, columns))) return;
          if ('status' in columns || 'progress' in columns) await this.hooks.changed(manager, task);
        });
  }

  /** A change that Postgres rejects does not keep the others of its batch from being stored; its task is polled less. */
  private async changeAll(kind: TaskKind, changes: readonly TaskChange[]): Promise<void> {
    try {
      await this.polls.changeAll(kind, changes);
    } catch (error) {
      const [only] = changes;
      if (!refusesData(error) || !only) throw error;
      if (changes.length > 1) {
        const middle = changes.length >> 1;
        await this.changeAll(kind, changes.slice(0, middle));
        await this.changeAll(kind, changes.slice(middle));
        return;
      }
      this.logger.error(`a report about ${kind} ${only.task.id} is not stored: ${String(error)}`);
      await this.refusedQuery([only.task]);
    }
  }

  private async failAll(
    tasks: readonly StoredTask[],
    reason: string,
    round: { ended: number },
  ): Promise<boolean> {
    for (const task of tasks) if (await this.endings.fail(task, reason)) round.ended++;
    return true;
  }

  /** The upstream does not know a task, or not any more: it is polled less and less, until its deadline ends it. */
  private async refusedQuery(tasks: readonly StoredTask[]): Promise<void> {
    const errors = Math.max(...tasks.map(({ pollErrors }) => pollErrors)) + 1;
    await this.release(tasks, { failed: true, delaySeconds: pauseAfter(errors) });
  }

  /** Whatever the upstream answers instead of states, its tasks keep running; the pauses grow with each failed call. */
  private async failedCall(
    channel: RoutableChannel,
    tasks: readonly StoredTask[],
    problem: unknown,
  ): Promise<void> {
    this.counters.add({ task_poll_failures: 1 });
    const errors = Math.max(...tasks.map(({ pollErrors }) => pollErrors)) + 1;
    const delaySeconds = pauseAfter(errors);
    await this.release(tasks, { failed: true, delaySeconds });
    const [first] = tasks;
    if (first) await this.polls.delayDue(first.kind, channel.id, delaySeconds, errors);
    const now = Date.now();
    if (now - (this.lastLogged.get(channel.id) ?? 0) < LOG_EVERY_MS) return;
    this.lastLogged.set(channel.id, now);
    const text = problem instanceof UpstreamError ? operatorText(problem.failure) : String(problem);
    this.logger.warn(
      `tasks of channel ${channel.id} cannot be polled, next attempt in ${delaySeconds} s: ${maskSecrets(text, channel)}`,
    );
  }

  private async release(
    tasks: readonly StoredTask[],
    next: { failed?: boolean; delaySeconds?: number },
  ): Promise<void> {
    const [first] = tasks;
    if (first)
      await this.polls.release(
        first.kind,
        tasks.map(({ id }) => id),
        this.owner,
        next,
      );
  }
}

/** Seconds to wait after so many failed calls in a row. */
function pauseAfter(errors: number): number {
  const doublings = Math.min(Math.max(errors - PATIENT_ERRORS, 0), 6);
  return Math.min(FIRST_PAUSE * 2 ** doublings, LONGEST_PAUSE);
}

/** Whether a failed query says something about its task, not about the channel or its key. */
function isAboutTask(problem: unknown): boolean {
  if (!(problem instanceof UpstreamError)) return false;
  const { status, disables } = problem.failure;
  return status >= 400 && status <= 499 && !disables && !OF_CHANNEL.has(status);
}

interface Batch {
  readonly codec: TaskCodec | undefined;
  readonly tasks: StoredTask[];
}

interface FailedBatch {
  readonly batch: Batch;
  readonly problem: unknown;
}

function asksForOne({ codec }: Batch): boolean {
  return codec?.query.batch === 1;
}

function tasksOf(batches: readonly Batch[]): StoredTask[] {
  return batches.flatMap(({ tasks }) => tasks);
}

/** The batches whose calls are made at the same time: several that ask for one task each, any other by itself. */
function groupsOf(batches: readonly Batch[]): Batch[][] {
  const groups: Batch[][] = [];
  for (const batch of batches) {
    const last = groups.at(-1);
    if (last && last.length < SINGLE_CALLS && asksForOne(batch) && last.every(asksForOne)) last.push(batch);
    else groups.push([batch]);
  }
  return groups;
}

/** Tasks that one call can ask for: of one codec and key; of one model where a call asks for one task. */
function batchesOf(channel: RoutableChannel, tasks: readonly StoredTask[]): Batch[] {
  const open = new Map<string, Batch>();
  const all: Batch[] = [];
  for (const task of tasks) {
    const codec = taskCodecOf(channel, familyOf(task), task.upstreamModel);
    const name = `${familyOf(task)} ${task.keyIndex}`;
    let batch = open.get(name);
    if (!batch || batch.codec !== codec || batch.tasks.length >= (codec?.query.batch ?? CLAIM)) {
      batch = { codec, tasks: [] };
      open.set(name, batch);
      all.push(batch);
    }
    batch.tasks.push(task);
  }
  return all;
}
