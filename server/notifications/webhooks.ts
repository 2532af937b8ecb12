import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { OptionsService } from '../options/options.service.js';
import { DeliveryFailure } from './outbox/delivery-failure.js';
import { EGRESS, type Egress, type WebhookRequest } from './webhook-egress.js';

/** Client errors that pass: too slow, too many. */
const PASSING = new Set([408, 429]);

/** One call of a webhook. */
export interface WebhookCall {
  /** The same in every attempt. */
  readonly id: string;
  readonly url: string;
  /** '' = not signed. */
  readonly secret: string;
  /** The very bytes that are signed: JSON. */
  readonly body: string;
}

/** Calls the addresses users gave for their notices (spec/tasks-and-workers.md 5.6). */
@Injectable()
export class Webhooks {
  constructor(
    @Inject(EGRESS) private readonly egress: Egress,
    private readonly options: OptionsService,
  ) {}

  /** @throws DeliveryFailure for any answer but 2xx; whatever the outgoing client throws */
  async call(call: WebhookCall): Promise<void> {
    const direct = { url: call.url, headers: webhookHeaders(call, new Date()), body: call.body };
    const relay = this.options.text('WorkerUrl');
    const status = await (relay === ''
      ? this.egress.post(direct, 'user')
      : this.egress.post(this.through(relay, direct), 'operator'));
    if (status >= 200 && status < 300) return;
    const final = status >= 400 && status < 500 && !PASSING.has(status);
    throw new DeliveryFailure(`answered ${status}`, final);
  }

  /** The call as the operator's own relay takes it, so that receivers do not see where we are. */
  private through(relay: string, { url, headers, body }: WebhookRequest): WebhookRequest {
    const key = JSON.stringify(this.options.text('WorkerValidKey'));
    const given = JSON.stringify({ url, method: 'POST', headers });
    return {
      url: `${relay}/`,
      headers: { 'content-type': 'application/json' },
      // The signed bytes go in as they are.
      body: `${given.slice(0, -1)},"key":${key},"body":${body}}`,
    };
  }
}

/** The signature a receiver compares: lower-case hex of the body's HMAC-SHA-256. */
export function webhookSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function webhookHeaders({ id, secret, body }: WebhookCall, now: Date): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Id': id,
    'X-Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
    ...(secret !== '' && {
      'X-Webhook-Signature': webhookSignature(secret, body),
      Authorization: `Bearer ${secret}`,
    }),
  };
}
