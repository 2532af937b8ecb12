import { Injectable } from '@nestjs/common';
import { EgressClient } from '../core/egress/egress-client.js';

/** Timeout of a whole call, milliseconds. */
const TIMEOUT_MS = 5000;
/** Maximum size of a receiver's response, of which only the status is used; bytes. */
const MAX_ANSWER = 1024 * 1024;

/** A JSON call that is sent unchanged by POST. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Who configured an address: addresses of users must be public, those of the operator may also be private if
 * `EGRESS_ALLOW_PRIVATE` allows it.
 */
export type ChosenBy = 'user' | 'operator';

/** HTTP client of outgoing webhooks. */
export interface Egress {
  /**
   * Does not follow redirects.
   * @returns the status of the response
   * @throws Error when there is no response within five seconds
   */
  post(call: WebhookRequest, chosenBy: ChosenBy): Promise<number>;
}
export const EGRESS = Symbol('outgoing webhooks');

/** Sends webhooks through the gateway's guarded HTTP client. */
@Injectable()
export class WebhookEgress implements Egress {
  constructor(private readonly client: EgressClient) {}

  async post({ url, headers, body }: WebhookRequest, chosenBy: ChosenBy): Promise<number> {
    const { status } = await this.client.fetch(url, {
      method: 'POST',
      headers,
      body,
      chosenBy,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER,
    });
    return status;
  }
}
