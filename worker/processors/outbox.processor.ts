import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutboxDelivery } from '../../server/notifications/outbox/outbox-delivery.js';

/** Messages that are sent at once. Each hook may take five seconds to fail. */
const LANES = { notices: 10, hooks: 50 } as const;
/** Milliseconds between checks of an empty outbox. */
const IDLE_MS = 1000;
const TROUBLE_MS = 5000;

/**
 * Delivers the outbox while the worker runs. Needs Postgres only, so notifications are sent even if Redis is unavailable.
 */
@Injectable()
export class OutboxProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Outbox');
  private readonly stopping = new AbortController();
  private running: Promise<unknown> | undefined;

  constructor(private readonly delivery: OutboxDelivery) {}

  onApplicationBootstrap(): void {
    this.running = Promise.all([this.run('notices'), this.run('hooks')]);
  }

  /** Finishes the messages in progress, each of which has a time limit. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(lane: keyof typeof LANES): Promise<void> {
    let troubled = false;
    while (!this.stopping.signal.aborted) {
      try {
        const tried = await this.delivery.deliverDue(LANES[lane], lane);
        troubled = false;
        if (tried < LANES[lane]) await this.pause(IDLE_MS);
      } catch (error) {
        // Log an outage once, not at every attempt.
        if (!troubled) this.logger.error(`nothing is sent, the outbox waits: ${String(error)}`);
        troubled = true;
        await this.pause(TROUBLE_MS);
      }
    }
  }

  private async pause(ms: number): Promise<void> {
    // A shutdown ends the pause by aborting it.
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
