import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { RunningTasksResponse } from '../contract/resources/tasks/task-administration.js';
import type { Page } from '../core/http/paging.js';
import { type Counted, longPage } from '../core/long-list.js';
import { nowIn, TABLES, type TaskTable } from './engine/task-table.js';
import { Midjourney } from './midjourney.entity.js';
import { Task } from './task.entity.js';
import type { TimeBounds } from './time-bounds.js';

const STUCK_AFTER = 3;

/** Filter of a list of image jobs; absent = no filter. Bounds are Unix milliseconds. */
export interface DrawingFilter extends TimeBounds {
  readonly userId?: number;
  readonly channelId?: number;
  readonly mjId?: string;
}

/** Filter of a list of tasks; absent = no filter. Bounds are Unix seconds. */
export interface TaskFilter extends TimeBounds {
  readonly userId?: number;
  readonly channelId?: number;
  readonly taskId?: string;
  readonly platform?: string;
  readonly status?: string;
  readonly action?: string;
}

/** Lists of image jobs and other tasks, newest first, and what runs on channels. */
@Injectable()
export class TaskListsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  drawings({ from, to, ...equal }: DrawingFilter, page: Page): Promise<Counted<Midjourney>> {
    const query = this.dataSource.getRepository(Midjourney).createQueryBuilder('job');
    return listed(query, equal, { from, to }, page);
  }

  tasks({ from, to, ...equal }: TaskFilter, page: Page): Promise<Counted<Task>> {
    const query = this.dataSource.getRepository(Task).createQueryBuilder('job');
    return listed(query, equal, { from, to }, page);
  }

  /** Running tasks of one table, by channel. */
  runningByChannel(table: TaskTable): Promise<Omit<RunningTasksResponse, 'kind' | 'channel_name'>[]> {
    const { name, timeUnit } = TABLES[table];
    return this.dataSource.query(
      `SELECT channel_id, count(*)::int AS running,
         (count(*) FILTER (WHERE poll_errors >= ${STUCK_AFTER}))::int AS stuck,
         greatest(0, coalesce(extract(epoch FROM now() - min(next_poll_at)), 0))::int AS oldest_due_seconds,
         ((${nowIn(table)} - min(submit_time)) * ${timeUnit} / 1000)::int AS oldest_seconds,
         sum(quota)::bigint AS quota
       FROM ${name} WHERE deadline_at IS NOT NULL OR next_poll_at IS NOT NULL GROUP BY channel_id`,
    );
  }
}

function listed<T extends ObjectLiteral & { id: number }>(
  query: SelectQueryBuilder<T>,
  equal: Readonly<Record<string, string | number | undefined>>,
  { from, to }: TimeBounds,
  page: Page,
): Promise<Counted<T>> {
  for (const [name, value] of Object.entries(equal))
    if (value !== undefined) query.andWhere(`job.${name} = :${name}`, { [name]: value });
  if (from !== undefined) query.andWhere('job.submitTime >= :from', { from });
  if (to !== undefined) query.andWhere('job.submitTime <= :to', { to });
  // Use the index on time: walking down by id to an old range would pass all newer rows.
  const limited = from !== undefined || to !== undefined;
  return longPage(query, page, limited ? ['submitTime'] : []);
}
