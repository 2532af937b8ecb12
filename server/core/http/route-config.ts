import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';
import type { Access } from './requires.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; absent on routes outside controllers. */
    access?: Access;
    /** Whether requests count against the limit of critical routes. */
    critical?: boolean;
  }
}

/**
 * Adds to Fastify's route config (`request.routeOptions.config`), which is available before the body is read. Unlike
 * Nest's `@RouteConfig`, several of these on one route are merged.
 */
export const routeConfig =
  (config: FastifyContextConfig): MethodDecorator =>
  (_target, _name, descriptor: PropertyDescriptor) => {
    const handler: object = descriptor.value;
    const given: FastifyContextConfig = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) ?? {};
    Reflect.defineMetadata(FASTIFY_ROUTE_CONFIG_METADATA, { ...given, ...config }, handler);
  };
