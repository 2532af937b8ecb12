import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { OptionsService } from '../options/options.service.js';
import { DeliveryFailure } from './outbox/delivery-failure.js';
import { EGRESS, type Egress, type WebhookRequest } from './webhook-egress.js';

/** Client errors that may be temporary: timeout, too many requests. */
const PASSING = new Set([408, 429]);

/** One call of a webhook. */
export interface WebhookCall {
  /** The same in every attempt. */
  readonly id: string;
  readonly url: string;
  /** '' = not signed. */
  readonly secret: string;
  /** JSON; exactly these bytes are signed. */
  readonly body: string;
}

/** Calls the webhook addresses that users configured for their notices. */
@Injectable()
export class Webhooks {
  constructor(
    @Inject(EGRESS) private readonly egress: Egress,
    private readonly options: OptionsService,
  ) {}

  /** @throws DeliveryFailure for any status but 2xx; errors of the HTTP client are passed on */
  async call(call: WebhookCall): Promise<void> {
    return this.post({ url: call.url, headers: webhookHeaders(call, new Date()), body: call.body });
  }

  /** Sends a request unchanged. @throws DeliveryFailure for any status but 2xx; errors of the HTTP client are passed on */
  async post(direct: WebhookRequest): Promise<void> {
    const relay = this.options.get('WorkerUrl');
    const status = await (relay === ''
      ? this.egress.post(direct, 'user')
      : this.egress.post(this.through(relay, direct), 'operator'));
    if (status >= 200 && status < 300) return;
    const final = status >= 400 && status < 500 && !PASSING.has(status);
    throw new DeliveryFailure(`answered ${status}`, final);
  }

  /** Wraps the call for the operator's relay (option WorkerUrl), so that receivers do not see the gateway's address. */
  private through(relay: string, { url, headers, body }: WebhookRequest): WebhookRequest {
    const key = JSON.stringify(this.options.get('WorkerValidKey'));
    const given = JSON.stringify({ url, method: 'POST', headers });
    return {
      url: `${relay}/`,
      headers: { 'content-type': 'application/json' },
      // The signed bytes are inserted unchanged.
      body: `${given.slice(0, -1)},"key":${key},"body":${body}}`,
    };
  }
}

/** The signature that receivers verify: lower-case hex of the body's HMAC-SHA-256. */
export function webhookSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * Headers of Standard Webhooks (https://www.standardwebhooks.com), whose signature covers id and time too, so that a receiver
 * can refuse what was recorded and sent again.
 * @param secret its UTF-8 bytes are the key
 */
export function timedSignature(
  { id, secret, body }: Pick<WebhookCall, 'id' | 'secret' | 'body'>,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function webhookHeaders(call: WebhookCall, now: Date): Record<string, string> {
  const { id, secret, body } = call;
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Id': id,
    'X-Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
    ...(secret !== '' && {
      ...timedSignature(call, now),
      'X-Webhook-Signature': webhookSignature(secret, body),
      Authorization: `Bearer ${secret}`,
    }),
  };
}
