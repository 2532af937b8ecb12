import { Injectable } from '@nestjs/common';
import type { Page } from '../core/http/paging.js';
import type { Counted } from '../core/long-list.js';
import { OptionsService } from '../options/options.service.js';
import type { DrawingResponse } from '../contract/resources/tasks/drawing.js';
import { drawingResponseOf } from './drawing-response.js';
import { videoLinks } from './drawing/drawing-view.js';
import { TaskListsRepository, type DrawingFilter, type TaskFilter } from './task-lists.repository.js';
import type { TaskResponse } from '../contract/resources/tasks/task.js';
import { taskResponseOf } from './task-response.js';

/** Lists image jobs and other tasks, newest first. */
@Injectable()
export class TaskListsService {
  constructor(
    private readonly lists: TaskListsRepository,
    private readonly options: OptionsService,
  ) {}

  async drawings(filter: DrawingFilter, page: Page): Promise<Counted<DrawingResponse>> {
    const { items, total } = await this.lists.drawings(filter, page);
    const forwarded = this.options.get('MjForwardUrlEnabled');
    const serverAddress = this.options.get('ServerAddress');
    const answers = items.map((job) => {
      const ours = forwarded && job.imageUrl !== '';
      const videos = videoLinks({ publicId: job.mjId, results: job.results }, this.options);
      return drawingResponseOf(job, ours ? `${serverAddress}/mj/image/${job.mjId}` : job.imageUrl, videos);
    });
    return { items: answers, total };
  }

  async tasks(filter: TaskFilter, page: Page): Promise<Counted<TaskResponse>> {
    const { items, total } = await this.lists.tasks(filter, page);
    return { items: items.map(taskResponseOf), total };
  }
}
