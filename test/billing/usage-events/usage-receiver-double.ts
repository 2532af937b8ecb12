import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import type { UsageEvent } from '../../../server/billing/usage-events/usage-event.js';
import { LoopbackServer } from '../../doubles/loopback-server.js';

/** One delivery as it arrived. */
export interface Delivery {
  readonly id: string;
  readonly authorization: string | undefined;
  readonly events: readonly UsageEvent[];
}

/** A billing system: verifies signatures with the library of Standard Webhooks, and keeps each event once. */
export class UsageReceiverDouble {
  readonly deliveries: Delivery[] = [];
  /** By source and id. */
  readonly accepted = new Map<string, UsageEvent>();
  /** The status of the next responses; decides before anything is kept. */
  answer: (events: readonly UsageEvent[]) => number | Promise<number> = () => 204;

  private constructor(private server: LoopbackServer | undefined) {}

  static async start(secret: string): Promise<UsageReceiverDouble> {
    const receiver = new UsageReceiverDouble(undefined);
    receiver.server = await LoopbackServer.start(async (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      await once(request, 'end');
      const body = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const events = new Webhook(secret, { format: 'raw' }).verify(body, headers) as readonly UsageEvent[];
      if (headers['content-type'] !== 'application/cloudevents-batch+json') throw new Error('not a batch');
      const { authorization } = request.headers;
      receiver.deliveries.push({ id: headers['webhook-id'] ?? '', authorization, events });
      const status = await receiver.answer(events);
      if (status < 300)
        for (const event of events) {
          const key = `${event.source} ${event.id}`;
          const known = receiver.accepted.get(key);
          if (known && JSON.stringify(known) !== JSON.stringify(event))
            throw new Error(`another event has the key ${key}`);
          receiver.accepted.set(key, event);
        }
      response.writeHead(status).end();
    });
    return receiver;
  }

  get url(): string {
    return `${this.server!.url}/api/v1/events`;
  }

  /** Quota units of all events, each counted once. */
  get quota(): number {
    return [...this.accepted.values()].reduce((sum, { data }) => sum + data.quota, 0);
  }

  close(): Promise<void> {
    return this.server!.close();
  }
}
