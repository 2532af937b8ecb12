import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';

/** A processor of a queue that logs an outage of Redis once, because BullMQ reports every attempt to reconnect. */
export abstract class QueueWorker extends WorkerHost {
  protected readonly logger: Logger;
  private away = false;

  /** @param context of its log lines */
  constructor(context: string) {
    super();
    this.logger = new Logger(context);
  }

  @OnWorkerEvent('error')
  troubled(error: Error): void {
    if (!this.away) this.logger.warn(`queue: ${error.message}`);
    this.away = true;
  }

  @OnWorkerEvent('ready')
  ready(): void {
    this.away = false;
  }
}
