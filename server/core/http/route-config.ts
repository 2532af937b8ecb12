import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';
import type { Access, Effects } from './access/requires.js';
import type { EnvelopedResponse, RawResponse } from './api-response.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; absent on routes outside controllers. */
    access?: Access;
    effects?: Effects;
    /** What the route responds with. */
    response?: EnvelopedResponse | RawResponse;
    /** Class and method of a controller route, `Class.method`. */
    handler?: string;
    /** Whether requests count against the limit of critical routes. */
    critical?: boolean;
    /** Whether a body of type `application/octet-stream` is passed on as a stream, of any size. */
    streamsBody?: boolean;
  }
}

/** By route handler, as given so far. */
const configs = new WeakMap<object, FastifyContextConfig>();

/**
 * Adds to Fastify's route config (`request.routeOptions.config`), which is available before the body is read. Unlike
 * Nest's `@RouteConfig`, several of these on one route are merged.
 */
export const routeConfig =
  (config: FastifyContextConfig): MethodDecorator =>
  (target, name, descriptor: PropertyDescriptor) => {
    const handler: object = descriptor.value;
    const merged = {
      ...configs.get(handler),
      ...config,
      handler: `${target.constructor.name}.${String(name)}`,
    };
    configs.set(handler, merged);
    RouteConfig(merged)(target, name, descriptor);
  };

/** The config of a route handler; undefined if it has none. */
export function configOf(handler: object): FastifyContextConfig | undefined {
  return configs.get(handler);
}
