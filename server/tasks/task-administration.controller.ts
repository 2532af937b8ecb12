import { Body, Controller, Get, Param, ParseIntPipe, Post } from '@nestjs/common';
import { z } from 'zod';
import {
  cancelTaskRequest,
  runningTasksResponse,
  type CancelTaskRequest,
  type RunningTasksResponse,
} from '../contract/resources/tasks/task-administration.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { TaskAdministrationService } from './task-administration.service.js';

@Controller('api')
export class TaskAdministrationController {
  constructor(private readonly administration: TaskAdministrationService) {}

  /** Tasks that have not ended, by channel. */
  @Get('task/running')
  @Requires('admin')
  @ApiResponse(z.array(runningTasksResponse))
  running(): Promise<RunningTasksResponse[]> {
    return this.administration.running();
  }

  /** Ends a running song or video as failed and refunds it. */
  @Post('task/:id/cancel')
  @Requires('admin')
  @ApiResponse(z.null())
  async cancelTask(
    @Account() actor: SignedIn,
    @Param('id', ParseIntPipe) id: number,
    @Body({ schema: cancelTaskRequest }) { reason }: CancelTaskRequest,
  ): Promise<null> {
    await this.administration.cancel(actor, 'task', id, reason);
    return null;
  }

  /** Ends a running drawing as failed and refunds it. */
  @Post('mj/:id/cancel')
  @Requires('admin')
  @ApiResponse(z.null())
  async cancelDrawing(
    @Account() actor: SignedIn,
    @Param('id', ParseIntPipe) id: number,
    @Body({ schema: cancelTaskRequest }) { reason }: CancelTaskRequest,
  ): Promise<null> {
    await this.administration.cancel(actor, 'drawing', id, reason);
    return null;
  }
}
