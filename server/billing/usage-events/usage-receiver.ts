import { Injectable } from '@nestjs/common';
import { EgressClient } from '../../core/egress/egress-client.js';
import { PrivateAddress } from '../../core/egress/public-addresses.js';
import { errorCode } from '../../notifications/error-code.js';
import { timedSignature } from '../../notifications/webhook-signature.js';
import type { OptionsService } from '../../options/options.service.js';
import type { UsageEvent } from './usage-event.js';

/** Timeout of a call, milliseconds. */
const TIMEOUT_MS = 10_000;
/** Only the status of the response is read. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
/** Statuses about the events, and not about the address, the key or the moment. */
const OF_EVENTS: ReadonlySet<number> = new Set([400, 409, 413, 422]);
const MAX_WAIT_SECONDS = 3600;

/** How a call ended. `refused`: the receiver does not accept these events; `failed`: it may later. */
export type Receipt =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'failed'; readonly error: string; readonly afterSeconds: number };

export interface Receiver {
  readonly url: string;
  /** '' = not signed. */
  readonly secret: string;
  /** '' = no header `Authorization`. */
  readonly token: string;
}

/** The operator's receiver; undefined where none is set up. */
export function receiverOf(options: Pick<OptionsService, 'get'>): Receiver | undefined {
  const url = options.get('UsageEventsUrl');
  if (url === '') return undefined;
  return { url, secret: options.get('UsageEventsSecret'), token: options.get('UsageEventsToken') };
}

/** Sends batches of events. The address is the operator's, so that the guard of outbound calls is the one for operators. */
@Injectable()
export class UsageReceiver {
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

/** The position of the first and the last event. */
export function batchId(events: readonly UsageEvent[]): string {
  return `usage-${events[0]!.data.position}-${events.at(-1)!.data.position}`;
}
