import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
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
export class HttpModule implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
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
}
