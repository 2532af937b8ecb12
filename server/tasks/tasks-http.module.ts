import { Module } from '@nestjs/common';
import { TaskListsController } from './task-lists.controller.js';
import { TaskListsService } from './task-lists.service.js';

/** Lists of image jobs and other tasks. */
@Module({ controllers: [TaskListsController], providers: [TaskListsService] })
export class TasksApi {}
