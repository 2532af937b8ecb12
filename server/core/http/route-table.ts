import { Injectable } from '@nestjs/common';
import type { RouteOptions } from 'fastify';
import type { EnvelopedResponse, RawResponse } from './api-response.js';
import type { Access, Effects } from './access/requires.js';

/** A controller route. */
export interface Route {
  /** GET, POST … */
  readonly method: string;
  /** With a leading slash, `:name` for parameters and no slash at the end. */
  readonly path: string;
  /** Class and method, `Class.method`; method and path if the route has no `@Requires`. */
  readonly handler: string;
  /** Undefined only if the route has no `@Requires`. */
  readonly access: Access | undefined;
  readonly effects: Effects;
  readonly response: EnvelopedResponse | RawResponse | undefined;
}

/** The controller routes that were registered with Fastify. */
@Injectable()
export class RouteTable {
  private readonly routes: Route[] = [];

  /** Fastify's `onRoute` hook. Added when only controllers are left to be registered. */
  readonly add = ({ method, url, config }: RouteOptions): void => {
    const path = url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url;
    for (const name of [method].flat()) {
      // Fastify adds a HEAD route for every GET route.
      if (name === 'HEAD') continue;
      const { handler = `${name} ${path}`, access, effects = {}, response } = config ?? {};
      this.routes.push({ method: name, path, handler, access, effects, response });
    }
  };

  list(): readonly Route[] {
    return this.routes;
  }
}
