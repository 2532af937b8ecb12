import { z } from 'zod';
import type { EgressResponse } from './http-egress.js';
import type { Verdict } from './channels/notification-channel.js';
import { DeliveryFailure } from './outbox/delivery-failure.js';

/** Client errors that may be temporary: timeout, too many requests. */
const TEMPORARY = new Set([408, 429]);

/** @throws DeliveryFailure unless the verdict is that it was delivered */
export function assertDelivered(verdict: Verdict): void {
  if (verdict.outcome === 'delivered') return;
  const afterSeconds = verdict.outcome === 'retry' ? verdict.afterSeconds : undefined;
  throw new DeliveryFailure(verdict.reason, verdict.outcome === 'refused', afterSeconds);
}

/** Judges by the HTTP status: 2xx is delivered; 4xx is refused for good, except 408 and 429. */
export function judgeStatus({ status, retryAfterSeconds }: EgressResponse): Verdict {
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  return verdictOf(isRefusal(status), `answered ${status}`, retryAfterSeconds);
}

/** Whether a status, or a code with the meanings of statuses, is an error of the request that a repetition would not change. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !TEMPORARY.has(status);
}

/** The outcome of a response that is a failure. */
export function verdictOf(refused: boolean, reason: string, afterSeconds?: number): Verdict {
  if (refused) return { outcome: 'refused', reason };
  return { outcome: 'retry', reason, ...(afterSeconds !== undefined && { afterSeconds }) };
}

/** How an API reports the outcome in the body of its responses. */
interface BodyCodes {
  /** Member with the code; 0 is success. */
  readonly code: string;
  /** Member with the message. */
  readonly message: string;
  /** Codes of failures after which the same request can succeed. */
  readonly temporary: ReadonlySet<number>;
}

/** Judges APIs that answer 200 with a code in a JSON body. Responses without it are `unreadable`. */
export function judgeBodyCode({ code, message, temporary }: BodyCodes) {
  return (response: EgressResponse): Verdict => {
    const body = jsonObject(response.body);
    const number = body[code];
    if (typeof number !== 'number') return unreadable(response);
    if (number === 0) return { outcome: 'delivered' };
    const reason = `answered ${code} ${number}: ${messageIn(body, message)}`;
    return verdictOf(!temporary.has(number), reason, response.retryAfterSeconds);
  };
}

/**
 * The verdict on a response that is not one of the API: only its status is meaningful. One with 2xx is refused for good: if a
 * server that answers in another way has delivered the message, repetitions would deliver it again; and if the address is that
 * of something else, they are useless.
 */
export function unreadable(response: EgressResponse): Verdict {
  const verdict = judgeStatus(response);
  return verdict.outcome === 'delivered'
    ? { outcome: 'refused', reason: `answered ${response.status} without a result` }
    : verdict;
}

/** @returns {} if the text is not a JSON object */
export function jsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The service's own message; '' if there is none. It may repeat secrets, so it is cut after these are masked. */
export function messageIn(body: Readonly<Record<string, unknown>>, name: string): string {
  const message = body[name];
  return typeof message === 'string' ? message : '';
}
