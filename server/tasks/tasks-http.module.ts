import { Module } from '@nestjs/common';
import { LogsModule } from '../billing/logs/logs.module.js';
import { DrawingImages } from './drawing/drawing-images.js';
import { DrawingRoutes } from './drawing/drawing-routes.js';
import { DrawingSubmissions } from './drawing/drawing-submissions.js';
import { MusicRoutes } from './music/music-routes.js';
import { NativeVideoRoutes } from './video/native-video-routes.js';
import { VideoRoutes } from './video/video-routes.js';
import { VideoTasks } from './video/video-tasks.js';
import { TaskApis } from './http/task-apis.js';
import { TaskAdministrationController } from './task-administration.controller.js';
import { TaskAdministrationService } from './task-administration.service.js';
import { TaskListsController } from './task-lists.controller.js';
import { TaskListsRepository } from './task-lists.repository.js';
import { TaskListsService } from './task-lists.service.js';
import { TasksModule } from './tasks.module.js';

/** The task APIs of clients, and the lists of drawings and other tasks. */
@Module({
  imports: [TasksModule, LogsModule],
  controllers: [TaskListsController, TaskAdministrationController],
  providers: [
    TaskListsService,
    TaskListsRepository,
    TaskAdministrationService,
    MusicRoutes,
    VideoTasks,
    VideoRoutes,
    NativeVideoRoutes,
    DrawingSubmissions,
    DrawingImages,
    DrawingRoutes,
    TaskApis,
  ],
  exports: [TaskApis],
})
export class TasksApi {}
