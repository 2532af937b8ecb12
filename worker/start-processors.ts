import { BullRegistrar } from '@nestjs/bullmq';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/**
 * Starts the processors only after the whole application has been initialised, so that no waiting job runs with empty
 * options or channels.
 */
@Injectable()
export class StartProcessors implements OnApplicationBootstrap {
  constructor(private readonly processors: BullRegistrar) {}

  onApplicationBootstrap(): void {
    this.processors.register();
  }
}
