import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { RepeatedWarnings } from '../../server/core/repeated-warnings.js';

/** A processor of a queue that logs an outage of Redis once, because BullMQ reports every attempt to reconnect. */
export abstract class QueueWorker extends WorkerHost {
  protected readonly logger: Logger;
  private readonly warnings: RepeatedWarnings;

  /** @param context of its log lines */
  constructor(context: string) {
    super();
    this.logger = new Logger(context);
    this.warnings = new RepeatedWarnings(this.logger);
  }

  @OnWorkerEvent('error')
  troubled(error: Error): void {
    this.warnings.warn(`queue: ${error.message}`);
  }

  @OnWorkerEvent('ready')
  ready(): void {
    this.warnings.clear();
  }
}
