import { DRAWING_PREFIXES } from '../drawing/drawing-routes.js';
import type { TaskRoute } from './task-routes.js';

/** Routes of the task APIs that the console's playground uses, by method and path. */
const PLAYED: ReadonlySet<string> = new Set([
  'POST /v1/video/generations',
  'GET /v1/video/generations/:id',
  'POST /suno/submit/:action',
  'GET /suno/fetch/:id',
  ...DRAWING_PREFIXES.flatMap(([prefix]) => [
    `POST ${prefix}/submit/imagine`,
    `POST ${prefix}/submit/describe`,
    `POST ${prefix}/submit/blend`,
  ]),
  'GET /mj/task/:id/fetch',
]);

/** The same routes for sessions of the console: below `/pg` instead of `/v1`. Bodies are JSON; images are data URLs. */
export function playgroundRoutes(routes: readonly TaskRoute[]): TaskRoute[] {
  return routes
    .filter(({ method, url }) => PLAYED.has(`${String(method)} ${url}`))
    .map(({ takesForms: _forms, ...route }) => ({
      ...route,
      url: `/pg${route.url.replace(/^\/v1\//, '/')}`,
      forPlayground: true,
    }));
}
