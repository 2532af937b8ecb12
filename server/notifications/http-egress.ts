import { Injectable } from '@nestjs/common';
import { EgressClient } from '../core/egress/egress-client.js';

/** Timeout of a whole call, milliseconds. */
const TIMEOUT_MS = 5000;
/** Maximum size of a response, bytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** A request that is sent unchanged. */
export interface EgressRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; absent for GET. */
  readonly body?: string;
}

export interface EgressResponse {
  readonly status: number;
  /** Seconds of the header Retry-After, if it contains a number. */
  readonly retryAfterSeconds?: number;
  readonly body: string;
}

/**
 * Who configured an address: addresses of users must be public, those of the operator may also be private if
 * `EGRESS_ALLOW_PRIVATE` allows it.
 */
export type ChosenBy = 'user' | 'operator';

/** HTTP client of notices and hooks. */
export interface Egress {
  /**
   * Does not follow redirects.
   * @throws Error when there is no response within five seconds, or a response of more than 1 MiB
   */
  send(request: EgressRequest, chosenBy: ChosenBy): Promise<EgressResponse>;
}
export const EGRESS = Symbol('outgoing notices and hooks');

/** Sends requests through the gateway's guarded HTTP client. */
@Injectable()
export class HttpEgress implements Egress {
  constructor(private readonly client: EgressClient) {}

  async send({ url, ...request }: EgressRequest, chosenBy: ChosenBy): Promise<EgressResponse> {
    const { status, headers, body } = await this.client.fetch(url, {
      ...request,
      chosenBy,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
    });
    const seconds = Number(headers['retry-after']);
    return {
      status,
      ...(seconds > 0 && { retryAfterSeconds: seconds }),
      body: body.toString(),
    };
  }
}
