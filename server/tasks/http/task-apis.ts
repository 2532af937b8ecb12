import { Injectable } from '@nestjs/common';
import { DrawingRoutes } from '../drawing/drawing-routes.js';
import { MusicRoutes } from '../music/music-routes.js';
import { NativeVideoRoutes } from '../video/native-video-routes.js';
import { VideoRoutes } from '../video/video-routes.js';
import { playgroundRoutes } from './playground-routes.js';
import type { OpenTaskRoute, TaskRoute } from './task-routes.js';

/** The routes of all task APIs. Like those of the relay they are no Nest controllers: `app.ts` registers them. */
@Injectable()
export class TaskApis {
  readonly routes: readonly TaskRoute[];
  readonly openRoutes: readonly OpenTaskRoute[];

  constructor(music: MusicRoutes, video: VideoRoutes, native: NativeVideoRoutes, drawings: DrawingRoutes) {
    const routes = [...music.routes, ...video.routes, ...native.routes, ...drawings.routes];
    this.routes = [...routes, ...playgroundRoutes(routes)];
    this.openRoutes = drawings.openRoutes;
  }
}
