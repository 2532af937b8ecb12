import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LogNamesRepository } from '../billing/logs/log-names.repository.js';
import { LogWriter } from '../billing/logs/log-writer.js';
import { LogType } from '../contract/enums.js';
import { ApiError } from '../contract/errors/api-error.js';
import type { RunningTasksResponse } from '../contract/resources/tasks/task-administration.js';
import { storedText } from '../contract/stored-texts/catalogue.js';
import type { SignedIn } from '../core/http/access/account.js';
import { RelayServices } from '../relay/relay-services.js';
import { TaskCancellations } from './engine/task-cancellations.js';
import { TaskEndings } from './engine/task-endings.js';
import { TASK_TABLES, type TaskTable } from './engine/task-table.js';
import { TasksRepository } from './engine/tasks.repository.js';
import { TaskListsRepository } from './task-lists.repository.js';

/** What administrators see of running tasks, and do about those that do not end. */
@Injectable()
export class TaskAdministrationService {
  private readonly logger = new Logger('Tasks');

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: TasksRepository,
    private readonly lists: TaskListsRepository,
    private readonly endings: TaskEndings,
    private readonly cancellations: TaskCancellations,
    private readonly relay: RelayServices,
    private readonly logs: LogWriter,
    private readonly names: LogNamesRepository,
  ) {}

  /** Running tasks by channel, those with the most first. */
  async running(): Promise<RunningTasksResponse[]> {
    const found = await Promise.all(TASK_TABLES.map((table) => this.runningOf(table)));
    return found.flat().sort((one, other) => other.running - one.running);
  }

  private async runningOf(table: TaskTable): Promise<RunningTasksResponse[]> {
    const rows = await this.lists.runningByChannel(table);
    return rows.map((row) => ({
      ...row,
      kind: table,
      channel_name: this.relay.channels.get(row.channel_id)?.name ?? '',
    }));
  }

  /**
   * Ends a running task as failed and refunds it. The upstream is informed where it offers that; whether it stops is not waited
   * for, because a task that has ended stays so.
   * @throws ApiError task_not_found, task_finished
   */
  async cancel(actor: SignedIn, table: TaskTable, id: number, reason: string): Promise<void> {
    const task = await this.store.byRowId(this.dataSource.manager, table, id);
    if (!task) throw new ApiError('task_not_found');
    const done = await this.endings.fail(task, reason, undefined, `cancelled by ${actor.username}`);
    if (!done) throw new ApiError('task_finished');
    const username = await this.names.usernameOf(undefined, task.userId);
    await this.logs.write(this.dataSource.manager, {
      userId: task.userId,
      username: username ?? '',
      by: actor,
      type: LogType.management,
      text: storedText('task_cancelled', { id: task.publicId || id, reason }),
      other: { admin_info: { admin_id: actor.id, admin_username: actor.username } },
    });
    this.cancellations
      .cancel(task)
      .catch((error: unknown) => this.logger.warn(`task ${id} not cancelled upstream: ${String(error)}`));
  }
}
