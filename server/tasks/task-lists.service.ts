import { Injectable } from '@nestjs/common';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { Page } from '../core/http/paging.js';
import { type Counted, longPage } from '../core/long-list.js';
import { OptionsService } from '../options/options.service.js';
import type { DrawingResponse } from '../contract/resources/drawing.js';
import { drawingResponseOf } from './drawing-response.js';
import { videoLinks } from './drawing/drawing-view.js';
import { Midjourney } from './midjourney.entity.js';
import { Task } from './task.entity.js';
import type { TaskResponse } from '../contract/resources/task.js';
import { taskResponseOf } from './task-response.js';
import type { TimeBounds } from './time-bounds.js';

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

/** Lists image jobs and other tasks, newest first. */
@Injectable()
export class TaskListsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly options: OptionsService,
  ) {}

  async drawings({ from, to, ...equal }: DrawingFilter, page: Page): Promise<Counted<DrawingResponse>> {
    const query = this.dataSource.getRepository(Midjourney).createQueryBuilder('job');
    const { items, total } = await listed(query, equal, { from, to }, page);
    const forwarded = this.options.get('MjForwardUrlEnabled');
    const home = this.options.get('ServerAddress');
    const answers = items.map((job) => {
      const ours = forwarded && job.imageUrl !== '';
      const videos = videoLinks({ publicId: job.mjId, results: job.results }, this.options);
      return drawingResponseOf(job, ours ? `${home}/mj/image/${job.mjId}` : job.imageUrl, videos);
    });
    return { items: answers, total };
  }

  async tasks({ from, to, ...equal }: TaskFilter, page: Page): Promise<Counted<TaskResponse>> {
    const query = this.dataSource.getRepository(Task).createQueryBuilder('job');
    const { items, total } = await listed(query, equal, { from, to }, page);
    return { items: items.map(taskResponseOf), total };
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
