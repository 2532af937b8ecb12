import { BullRegistrar } from '@nestjs/bullmq';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** Lets the processors take jobs once the whole house is ready: a job that waits already shall not meet empty options or channels. */
@Injectable()
export class StartProcessors implements OnApplicationBootstrap {
  constructor(private readonly processors: BullRegistrar) {}

  onApplicationBootstrap(): void {
    this.processors.register();
  }
}
