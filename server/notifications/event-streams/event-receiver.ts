import { Injectable } from '@nestjs/common';
import { EgressClient } from '../../core/egress/egress-client.js';
import { PrivateAddress } from '../../core/egress/public-addresses.js';
import { errorCode } from '../error-code.js';
import { timedSignature } from '../webhook-signature.js';

/** Timeout of a call, milliseconds. */
const TIMEOUT_MS = 10_000;
/** Only the status of the response is read. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
/** Statuses about the events, and not about the address, the key or the moment. */
const OF_EVENTS: ReadonlySet<number> = new Set([400, 409, 413, 422]);
const MAX_WAIT_SECONDS = 3600;
/** Seconds after the first failure, which double with each one, up to the last. */
const FIRST_WAIT_SECONDS = 10;
const LAST_WAIT_SECONDS = 900;

/** How a call ended. `refused`: the receiver does not accept these events; `failed`: it may later. */
export type Receipt =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'failed'; readonly error: string; readonly afterSeconds: number };

/** A receiver that the operator chose. */
export interface Receiver {
  readonly url: string;
  /** '' = not signed. */
  readonly secret: string;
  /** '' = no header `Authorization`. */
  readonly token: string;
}

/** Sends batches of CloudEvents. The address is the operator's, so that the guard of outbound calls is the one for operators. */
@Injectable()
export class EventReceiver {
  constructor(private readonly egress: EgressClient) {}

  /** @param bodies JSON of each event, at least one. @param id the same whenever these events are sent together */
  async send(receiver: Receiver, bodies: readonly string[], id: string): Promise<Receipt> {
    const { url, secret, token } = receiver;
    const body = `[${bodies.join(',')}]`;
    try {
      const { status, headers } = await this.egress.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/cloudevents-batch+json',
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          ...(secret !== '' && timedSignature({ id, secret, body }, new Date())),
        },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_RESPONSE_BYTES,
        chosenBy: 'operator',
      });
      if (status >= 200 && status < 300) return { kind: 'delivered' };
      const error = `answered ${status}`;
      if (OF_EVENTS.has(status)) return { kind: 'refused', error };
      const seconds = Number(headers['retry-after']);
      return { kind: 'failed', error, afterSeconds: seconds > 0 ? Math.min(seconds, MAX_WAIT_SECONDS) : 0 };
    } catch (problem) {
      const error = problem instanceof PrivateAddress ? 'the address is private' : errorCode(problem);
      return { kind: 'failed', error, afterSeconds: 0 };
    }
  }
}

/**
 * Seconds until the next attempt.
 * @param failures in a row, before this one
 * @param afterSeconds what the receiver asked for; 0 = nothing
 */
export function waitAfter(failures: number, afterSeconds: number): number {
  return Math.max(Math.min(FIRST_WAIT_SECONDS * 2 ** failures, LAST_WAIT_SECONDS), afterSeconds);
}
