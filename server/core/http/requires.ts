import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { routeConfig } from './route-config.js';

/**
 * Who may call a route (spec/management-api.md 1.2). `optional` reads a session if there is one; `session` wants one but
 * no `New-Api-User` header, for navigations of a browser.
 */
export type Access = 'public' | 'optional' | 'user' | 'admin' | 'root' | 'session';

export const REQUIRES = Symbol('requires');

/** Must stand on every route, or the server does not start. Also makes handled outcomes answer 200, POST included. */
export const Requires = (access: Access): MethodDecorator =>
  applyDecorators(SetMetadata(REQUIRES, access), routeConfig({ access }), HttpCode(200));
