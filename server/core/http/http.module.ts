import { Global, Inject, Logger, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { Drain } from '../drain.js';
import type { Env } from '../env.js';
import { ENV } from '../injection.js';
import { closeListener } from './listener.js';
import { Confirmation } from './access/confirmation.js';
import { Devices } from './access/devices.js';
import { RateLimits } from './rate-limits.js';
import { RouteTable } from './route-table.js';
import { Sessions } from './access/sessions.js';

/**
 * Services of controllers; only the server imports it. AppModule registers the global guard, pipe, interceptor and
 * filter.
 */
@Global()
@Module({
  providers: [Confirmation, Devices, Sessions, RateLimits, RouteTable],
  exports: [Confirmation, Devices, Sessions, RateLimits, RouteTable],
})
export class HttpModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    private readonly routes: RouteTable,
    private readonly drain: Drain,
    @Inject(ENV) private readonly env: Env,
    private readonly adapter: HttpAdapterHost,
  ) {}

  /**
   * Fails the start if a route has no `@Requires`, or changes something under access `session` without declaring
   * `writes`.
   */
  onModuleInit(): void {
    const routes = this.routes.list();
    const silent = routes.filter(({ access }) => access === undefined);
    if (silent.length > 0)
      throw new Error(`routes without @Requires: ${silent.map(({ handler }) => handler).join(', ')}`);
    const unprotected = routes.filter(
      ({ method, access, effects }) => method !== 'GET' && access === 'session' && !effects.writes,
    );
    if (unprotected.length > 0)
      throw new Error(`routes that write by cookie: ${unprotected.map(({ handler }) => handler).join(', ')}`);
  }

  /**
   * Finishes requests in flight before sockets and services close. The listener closes first: a load balancer retries a
   * refused connection on another process, whereas it passes a 503 on to the client. In this phase, because Nest's
   * scheduler stops in the next one, and leases must be renewed while requests run.
   */
  async onModuleDestroy(): Promise<void> {
    const server: Server = this.adapter.httpAdapter.getHttpServer();
    await closeListener(server);
    const finished = await this.drain.begin(this.env.DRAIN_TIMEOUT * 1000);
    if (!finished)
      new Logger('Http').warn(`${this.drain.cutOff} requests were cut off after ${this.env.DRAIN_TIMEOUT} s`);
  }
}
