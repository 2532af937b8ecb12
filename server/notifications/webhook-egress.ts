import { Injectable } from '@nestjs/common';
import { EgressClient } from '../core/egress/egress-client.js';

/** Of one call as a whole, milliseconds. */
const TIMEOUT_MS = 5000;
/** Nobody reads what a receiver says beyond its status; bytes. */
const MAX_ANSWER = 1024 * 1024;

/** A call that is sent as it is: POST, JSON. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Who chose an address: users only reach the internet, the operator also what `EGRESS_ALLOW_PRIVATE` allows. */
export type ChosenBy = 'user' | 'operator';

/** What webhooks go out through. */
export interface Egress {
  /** @returns the status of the answer; redirects are not followed. Throws when there is no answer in five seconds */
  post(call: WebhookRequest, chosenBy: ChosenBy): Promise<number>;
}
export const EGRESS = Symbol('outgoing webhooks');

/** Webhooks through the house's guarded client. */
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
