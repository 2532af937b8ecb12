import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { refusesData } from '../../core/postgres/sql-errors.js';
import { text } from '../../dialects/json/lenient.js';
import type { TaskReport } from '../../dialects/task-apis/task.js';
import { changedColumns } from './changed-columns.js';
import type { StoredTask } from './stored-task.js';
import { TaskEndings } from './task-endings.js';
import { TaskHooks } from './task-hooks.js';
import { TaskLeases } from './task-leases.js';
import { TaskPollsRepository, type TaskChange } from './task-polls.repository.js';
import type { TaskTable } from './task-table.js';
import { TasksRepository } from './tasks.repository.js';

/** How many tasks were polled and ended. */
interface Progress {
  polled: number;
  ended: number;
}

/** Applies what upstreams report about leased tasks: ends them, or stores what changed and ends their leases. */
@Injectable()
export class TaskReports {
  private readonly logger = new Logger('Tasks');

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: TasksRepository,
    private readonly polls: TaskPollsRepository,
    private readonly leases: TaskLeases,
    private readonly endings: TaskEndings,
    private readonly hooks: TaskHooks,
  ) {}

  /** @param tasks leased to this process, of one table @param progress is counted up */
  async apply(
    tasks: readonly StoredTask[],
    reports: readonly TaskReport[],
    progress: Progress,
  ): Promise<void> {
    const byId = new Map<string, TaskReport>();
    // Of several reports about one task the first counts, so that a success cannot follow a failure.
    for (const report of reports) if (!byId.has(report.upstreamId)) byId.set(report.upstreamId, report);
    const running: StoredTask[] = [];
    const changes: TaskChange[] = [];
    for (const task of tasks) {
      progress.polled++;
      const report = byId.get(task.upstreamId);
      if (report?.status === 'SUCCESS' || report?.status === 'FAILURE') {
        if (await this.ended(task, report)) progress.ended++;
      } else {
        const columns = report ? changedColumns(task, report) : {};
        if (Object.keys(columns).length > 0) changes.push({ task, columns });
        running.push(task);
      }
    }
    await this.change(changes);
    await this.leases.release(running);
  }

  /** A task whose end cannot be stored does not keep the others of its channel from ending; it is polled again. */
  private async ended(task: StoredTask, report: TaskReport): Promise<boolean> {
    try {
      return await (report.status === 'SUCCESS'
        ? this.endings.succeed(task, report)
        : this.endings.fail(task, report.failReason || task.failReason || 'FAILURE', report));
    } catch (error) {
      this.logger.error(`the end of ${task.table} ${task.id} is not stored: ${String(error)}`);
      await this.leases.releaseFailed([task]);
      return false;
    }
  }

  /** Tasks with a hook are changed one by one, each together with the call of its hook. */
  private async change(changes: readonly TaskChange[]): Promise<void> {
    const others = changes.filter(({ task }) => text(task.row.notify_hook) === '');
    const [first] = others;
    if (first) await this.changeAll(first.task.table, others);
    for (const { task, columns } of changes)
      if (text(task.row.notify_hook) !== '')
        await this.dataSource.transaction(async (manager) => {
          if (!(await this.store.change(manager, task.table, task, columns))) return;
          if ('status' in columns || 'progress' in columns) await this.hooks.changed(manager, task);
        });
  }

  /** A change that Postgres rejects does not keep the others of its batch from being stored; its task is polled less. */
  private async changeAll(table: TaskTable, changes: readonly TaskChange[]): Promise<void> {
    try {
      await this.polls.changeAll(table, changes);
    } catch (error) {
      const [only] = changes;
      if (!refusesData(error) || !only) throw error;
      if (changes.length > 1) {
        const middle = changes.length >> 1;
        await this.changeAll(table, changes.slice(0, middle));
        await this.changeAll(table, changes.slice(middle));
        return;
      }
      this.logger.error(`a report about ${table} ${only.task.id} is not stored: ${String(error)}`);
      await this.leases.releaseFailed([only.task]);
    }
  }
}
