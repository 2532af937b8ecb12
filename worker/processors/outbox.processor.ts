import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutboxDelivery } from '../../server/notifications/outbox/outbox-delivery.js';

const AT_ONCE = 10;
/** Between looks at an empty outbox, milliseconds. */
const IDLE_MS = 1000;
const TROUBLE_MS = 5000;

/** Sends what lies in the outbox for as long as the worker runs. Needs Postgres only: with Redis away notices still go out. */
@Injectable()
export class OutboxProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Outbox');
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly delivery: OutboxDelivery) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Messages under way are finished; each has its time limit. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    let troubled = false;
    while (!this.stopping.signal.aborted) {
      try {
        const tried = await this.delivery.deliverDue(AT_ONCE);
        troubled = false;
        if (tried < AT_ONCE) await this.pause(IDLE_MS);
      } catch (error) {
        // Of an outage one line is enough.
        if (!troubled) this.logger.error(`nothing is sent, the outbox waits: ${String(error)}`);
        troubled = true;
        await this.pause(TROUBLE_MS);
      }
    }
  }

  private async pause(ms: number): Promise<void> {
    // The abort is how the shutdown ends a pause.
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
