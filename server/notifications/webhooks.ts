import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { OptionsService } from '../options/options.service.js';
import { DeliveryFailure } from './outbox/delivery-failure.js';

const TIMEOUT_MS = 5000;
/** Nobody reads what a receiver says beyond its status; bytes. */
const LARGEST_ANSWER = 1024 * 1024;
/** Client errors that pass: too slow, too many. */
const PASSING = new Set([408, 429]);

/** What calls addresses that users chose: guarded, without redirects. */
export interface Egress {
  fetch(
    url: string,
    given: {
      readonly method: 'POST';
      readonly headers: Record<string, string>;
      readonly body: string;
      readonly timeoutMs: number;
      readonly maxBytes: number;
    },
  ): Promise<{ readonly status: number }>;
}
export const EGRESS = Symbol('outgoing calls');

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
    const { url, headers, body } = this.through(direct);
    const { status } = await this.egress.fetch(url, {
      method: 'POST',
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: LARGEST_ANSWER,
    });
    if (status >= 200 && status < 300) return;
    const final = status >= 400 && status < 500 && !PASSING.has(status);
    throw new DeliveryFailure(`answered ${status}`, final);
  }

  /** Through the operator's own relay if one is set, so that receivers do not see where we are. */
  private through(direct: Outgoing): Outgoing {
    const worker = this.options.text('WorkerUrl');
    if (worker === '') return direct;
    const { url, headers, body } = direct;
    const key = JSON.stringify(this.options.text('WorkerValidKey'));
    const given = JSON.stringify({ url, method: 'POST', headers });
    return {
      url: `${worker}/`,
      headers: { 'content-type': 'application/json' },
      // The signed bytes go in as they are.
      body: `${given.slice(0, -1)},"key":${key},"body":${body}}`,
    };
  }
}

interface Outgoing {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
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
