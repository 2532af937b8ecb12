import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { Counters } from '../../core/redis/counters.js';
import type { TaskReport } from '../../dialects/task-apis/task.js';
import { reportColumns, type Columns } from './report-columns.js';
import { TaskCharges } from './task-charges.js';
import { TaskHooks } from './task-hooks.js';
import { TASK_TABLES, timeoutMinutes } from './task-table.js';
import { TasksRepository } from './tasks.repository.js';
import type { StoredTask } from './stored-task.js';
import { chineseText, storedText } from '../../contract/stored-texts/catalogue.js';

/** Overdue tasks that are read at once, and how often in one run. */
const ROUND = 100;
const ROUNDS = 20;
const MINUTES_PER_HOUR = 60;
const SUBMISSION_LOST = chineseText(storedText('task_submission_lost'));

/** Ends tasks: state, refund or settlement, and the call of the client's hook are one transaction. */
@Injectable()
export class TaskEndings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: TasksRepository,
    private readonly charges: TaskCharges,
    private readonly hooks: TaskHooks,
    private readonly counters: Counters,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * The task was successful.
   * @returns false when it had ended or changed before
   */
  async succeed(task: StoredTask, report: TaskReport): Promise<boolean> {
    const done = await this.dataSource.transaction(async (manager) => {
      const columns = { ...reportColumns(task.table, report), status: 'SUCCESS' };
      if (!(await this.store.end(manager, task, columns))) return false;
      if (report.tokens !== undefined) {
        const quota = await this.charges.settle(manager, task, report.tokens);
        if (quota !== task.quota)
          await this.store.setCharge(manager, task, { quota, settlement: task.settlement });
      }
      await this.hooks.changed(manager, task);
      return true;
    });
    if (done) await this.charges.committed(task);
    return done;
  }

  /**
   * The task failed: everything that was charged for it is refunded.
   * @param reason shown to the client
   * @param report of the upstream, if it reported the failure
   * @returns false when it had ended or changed before
   */
  async fail(task: StoredTask, reason: string, report?: TaskReport, note?: string): Promise<boolean> {
    let refunded = 0;
    const done = await this.dataSource.transaction(async (manager) => {
      const refunds = task.settlement === 'charged' || task.settlement === 'held';
      const columns: Columns = {
        ...(report && reportColumns(task.table, report)),
        status: 'FAILURE',
        fail_reason: reason,
        settlement: refunds ? 'refunded' : task.settlement,
        ...(note !== undefined && { note }),
      };
      if (!(await this.store.end(manager, task, columns))) return false;
      if (refunds) refunded = await this.charges.refund(manager, task);
      if (refunds && refunded === 0)
        await this.store.setCharge(manager, task, { quota: 0, settlement: 'none' });
      await this.hooks.changed(manager, task);
      return true;
    });
    if (done && refunded > 0) this.counters.add({ task_refunds: 1, task_refunded_quota: refunded });
    if (done) await this.charges.committed(task);
    return done;
  }

  /** Fails tasks whose deadline has passed, whether or not their upstreams answer. @returns how many */
  async failOverdue(): Promise<number> {
    let failed = 0;
    for (const table of TASK_TABLES)
      for (let round = 0; round < ROUNDS; round++) {
        const overdue = await this.store.overdue(table, ROUND);
        for (const task of overdue) if (await this.fail(task, this.overdueReason(task))) failed++;
        if (overdue.length < ROUND) break;
      }
    return failed;
  }

  private overdueReason({ table, upstreamId, status }: StoredTask): string {
    if (upstreamId === '' && (status === 'NOT_START' || status === 'UNKNOWN')) return SUBMISSION_LOST;
    const minutes = timeoutMinutes(table, this.env);
    const text =
      table === 'drawing' && minutes === MINUTES_PER_HOUR
        ? storedText('drawing_overdue')
        : storedText('task_overdue', { minutes });
    return chineseText(text);
  }
}
