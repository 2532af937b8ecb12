import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { withExtras, type Answer } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { pageOf, type Page } from '../core/http/paging.js';
import { Requires } from '../core/http/access/requires.js';
import type { Counted } from '../core/long-list.js';
import { listExtras } from '../contract/query.js';
import {
  drawingListQuery,
  drawingResponse,
  ownDrawingListQuery,
  type DrawingListQuery,
  type DrawingResponse,
  type OwnDrawingListQuery,
} from '../contract/resources/tasks/drawing.js';
import {
  ownTaskListQuery,
  taskListQuery,
  taskResponse,
  type OwnTaskListQuery,
  type TaskListQuery,
  type TaskResponse,
} from '../contract/resources/tasks/task.js';
import type { DrawingFilter, TaskFilter } from './task-lists.repository.js';
import { TaskListsService } from './task-lists.service.js';
import { millisecondBounds, secondBounds } from './time-bounds.js';

@Controller('api')
export class TaskListsController {
  constructor(private readonly lists: TaskListsService) {}

  @Get('mj')
  @Requires('admin')
  @ApiResponse(z.array(drawingResponse), listExtras)
  async drawings(
    @Query({ schema: drawingListQuery }) query: DrawingListQuery,
  ): Promise<Answer<DrawingResponse[]>> {
    const filter = { ...drawingFilter(query), channelId: query.channel_id || undefined };
    return withTotal(await this.lists.drawings(filter, page(query)));
  }

  @Get('mj/self')
  @Requires('user')
  @ApiResponse(z.array(drawingResponse), listExtras)
  async ownDrawings(
    @Account() account: SignedIn,
    @Query({ schema: ownDrawingListQuery }) query: OwnDrawingListQuery,
  ): Promise<Answer<DrawingResponse[]>> {
    const filter = { ...drawingFilter(query), userId: account.id };
    return withTotal(withoutChannels(await this.lists.drawings(filter, page(query))));
  }

  @Get('task')
  @Requires('admin')
  @ApiResponse(z.array(taskResponse), listExtras)
  async tasks(@Query({ schema: taskListQuery }) query: TaskListQuery): Promise<Answer<TaskResponse[]>> {
    const filter = { ...taskFilter(query), channelId: query.channel_id || undefined };
    return withTotal(await this.lists.tasks(filter, page(query)));
  }

  @Get('task/self')
  @Requires('user')
  @ApiResponse(z.array(taskResponse), listExtras)
  async ownTasks(
    @Account() account: SignedIn,
    @Query({ schema: ownTaskListQuery }) query: OwnTaskListQuery,
  ): Promise<Answer<TaskResponse[]>> {
    const filter = { ...taskFilter(query), userId: account.id };
    return withTotal(withoutChannels(await this.lists.tasks(filter, page(query))));
  }
}

function page({ p, page_size }: { readonly p: number; readonly page_size: number }): Page {
  return pageOf(p, page_size, 0);
}

function drawingFilter(query: OwnDrawingListQuery): DrawingFilter {
  return { ...millisecondBounds(query), mjId: query.mj_id || undefined };
}

function taskFilter(query: OwnTaskListQuery): TaskFilter {
  return {
    ...secondBounds(query),
    taskId: query.task_id || undefined,
    platform: query.platform || undefined,
    status: query.status || undefined,
    action: query.action || undefined,
  };
}

/** Existing clients expect an array in `data`, so the total is a sibling of it; exact up to 10,000. */
function withTotal<T>({ items, total }: Counted<T>): Answer<T[]> {
  return withExtras(items, { total });
}

function withoutChannels<T extends { channel_id: number }>({ items, total }: Counted<T>): Counted<T> {
  return { items: items.map((row) => ({ ...row, channel_id: 0 })), total };
}
