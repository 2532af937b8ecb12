import {
  Global,
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { Drain } from '../drain.js';
import type { Env } from '../env.js';
import { ENV } from '../injection.js';
import { RateLimits } from './rate-limits.js';
import { REQUIRES } from './requires.js';
import { Sessions } from './sessions.js';

/** What controllers need. Only the server imports it; the guard, the envelope and the filter are switched on by `createApp`. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [Sessions, RateLimits],
  exports: [Sessions, RateLimits],
})
export class HttpModule implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly drain: Drain,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Nobody forgets to think about who may call a route: one that does not say stops the start. */
  onModuleInit(): void {
    const silent: string[] = [];
    for (const { instance, metatype } of this.discovery.getControllers()) {
      const prototype: Record<string, unknown> = Object.getPrototypeOf(instance);
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) continue;
        if (this.reflector.get(REQUIRES, handler) === undefined) silent.push(`${metatype?.name}.${name}`);
      }
    }
    if (silent.length > 0) throw new Error(`routes without @Requires: ${silent.join(', ')}`);
  }

  /** What is being answered is answered to the end, before sockets and services close. */
  async beforeApplicationShutdown(): Promise<void> {
    const finished = await this.drain.begin(this.env.DRAIN_TIMEOUT * 1000);
    if (!finished)
      new Logger('Http').warn(
        `${this.drain.inFlight} requests were cut off after ${this.env.DRAIN_TIMEOUT} s`,
      );
  }
}
