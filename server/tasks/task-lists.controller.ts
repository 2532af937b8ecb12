import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Account, type SignedIn } from '../core/http/account.js';
import { withExtras, type Answer } from '../core/http/envelope.js';
import { ApiResponse } from '../core/http/api-response.js';
import { ApiRequest } from '../core/http/api-request.js';
import { readPage, readWhole, type Page } from '../core/http/paging.js';
import { Requires } from '../core/http/requires.js';
import type { Counted } from '../core/long-list.js';
import { drawingAnswer, type DrawingAnswer } from './drawing-answer.js';
import { taskAnswer, type TaskAnswer } from './task-answer.js';
import { TaskListsService, type DrawingFilter, type TaskFilter } from './task-lists.service.js';
import { millisecondBounds, secondBounds } from './time-bounds.js';

/** Query parameters of lists. For documentation only: they are read leniently and never rejected. */
const shared = {
  p: z.int().optional(),
  page_size: z.int().optional(),
  start_timestamp: z.int().optional(),
  end_timestamp: z.int().optional(),
};
const byChannel = { channel_id: z.int().optional() };
const byDrawing = { mj_id: z.string().optional() };
const byTask = {
  task_id: z.string().optional(),
  platform: z.string().optional(),
  status: z.string().optional(),
  action: z.string().optional(),
};

/** Number of matching rows on all pages; exact up to 10,000. */
const besideRows = { total: z.int() };

type TextQuery = Readonly<Record<string, unknown>>;

@Controller('api')
export class TaskListsController {
  constructor(private readonly lists: TaskListsService) {}

  @Get('mj')
  @Requires('admin')
  @ApiResponse(z.array(drawingAnswer), besideRows)
  @ApiRequest({ query: z.object({ ...shared, ...byDrawing, ...byChannel }) })
  async drawings(@Query() query: TextQuery): Promise<Answer<DrawingAnswer[]>> {
    const filter = { ...drawingFilter(query), channelId: channelOf(query) };
    return withTotal(await this.lists.drawings(filter, pageOf(query)));
  }

  @Get('mj/self')
  @Requires('user')
  @ApiResponse(z.array(drawingAnswer), besideRows)
  @ApiRequest({ query: z.object({ ...shared, ...byDrawing }) })
  async ownDrawings(
    @Account() account: SignedIn,
    @Query() query: TextQuery,
  ): Promise<Answer<DrawingAnswer[]>> {
    const filter = { ...drawingFilter(query), userId: account.id };
    return withTotal(withoutChannels(await this.lists.drawings(filter, pageOf(query))));
  }

  @Get('task')
  @Requires('admin')
  @ApiResponse(z.array(taskAnswer), besideRows)
  @ApiRequest({ query: z.object({ ...shared, ...byTask, ...byChannel }) })
  async tasks(@Query() query: TextQuery): Promise<Answer<TaskAnswer[]>> {
    const filter = { ...taskFilter(query), channelId: channelOf(query) };
    return withTotal(await this.lists.tasks(filter, pageOf(query)));
  }

  @Get('task/self')
  @Requires('user')
  @ApiResponse(z.array(taskAnswer), besideRows)
  @ApiRequest({ query: z.object({ ...shared, ...byTask }) })
  async ownTasks(@Account() account: SignedIn, @Query() query: TextQuery): Promise<Answer<TaskAnswer[]>> {
    const filter = { ...taskFilter(query), userId: account.id };
    return withTotal(withoutChannels(await this.lists.tasks(filter, pageOf(query))));
  }
}

function pageOf(query: TextQuery): Page {
  return readPage(query, { base: 0, sizeKey: 'page_size' });
}

function drawingFilter(query: TextQuery): DrawingFilter {
  return { ...millisecondBounds(query), mjId: textOf(query.mj_id) };
}

function taskFilter(query: TextQuery): TaskFilter {
  return {
    ...secondBounds(query),
    taskId: textOf(query.task_id),
    platform: textOf(query.platform),
    status: textOf(query.status),
    action: textOf(query.action),
  };
}

/** Existing clients expect an array in `data`, so the total is a sibling of it. */
function withTotal<T>({ items, total }: Counted<T>): Answer<T[]> {
  return withExtras(items, { total });
}

function withoutChannels<T extends { channel_id: number }>({ items, total }: Counted<T>): Counted<T> {
  return { items: items.map((row) => ({ ...row, channel_id: 0 })), total };
}

function channelOf(query: TextQuery): number | undefined {
  return readWhole(query.channel_id) || undefined;
}

/** Blank texts mean no filter. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
