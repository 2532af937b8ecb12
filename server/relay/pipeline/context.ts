import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hold, HoldWish } from '../../billing/ledger/ledger.types.js';
import type { Price } from '../../billing/prices/price-book.js';
import type { TokenIdentity } from '../../tokens/token-identity.js';
import type { Usage } from '../../dialects/canonical/usage.js';
import type { Form } from '../../dialects/operations/form.js';
import type { Operation, OperationRequest } from '../../dialects/operations/operation.js';
import type { ClientError, Protocol, ReadRequest } from '../../dialects/protocols/protocol.js';
import type { ArrayFraming } from './array-framing.js';
import type { Admitted } from '../routing/admission.js';
import type { ProviderResponse } from '../routing/provider-responses.js';
import type { BrokenAnswer } from './continuation.js';
import type { Ending } from './endings.js';
import type { Outcome } from './outcome.js';
import type { Pings } from './pings.js';
import type { Routes } from './channel-order.js';
import type { BeyondBounds } from './usage-bounds.js';

/** One HTTP exchange as the relay's routes pass it to the pipeline. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  protocol: Protocol;
  /** Set on routes whose request is not a conversation; errors are then rendered by `protocol`. */
  operation?: Operation;
  /** The caller, where it was identified before the pipeline begins. */
  caller?: Caller;
  /** Which channel types can serve the request, where it is neither a conversation nor an operation. */
  serves?: (type: number) => boolean;
  /** Path and query as called, `/v1/chat/completions`. */
  path: string;
  body: Buffer;
  /** Set where the body is a form; `body` then holds the part of it that is in memory. */
  form?: Form;
  /** A function, because only tokens restricted to addresses need the client's IP. */
  clientIp: () => string;
  requestId: string;
  /** When the request arrived, in Unix milliseconds. */
  startedAt: number;
}

/** The caller, as identified by authenticate. */
export interface Caller {
  token: TokenIdentity;
  /** `sk-KEY-12` pins channel 12. */
  pinnedChannel: string | undefined;
}

/** The cost of the request and the channels it may go to, decided by plan. */
export interface Plan {
  /** The effective group: decides channels and group ratio. */
  group: string;
  /** The model name used by prices, channel lists and logs. */
  model: string;
  price: Price;
  /** Quick estimate of prompt tokens, for the hold only. */
  promptTokens: number;
  /** Quota units the request needs at least; below it is rejected. */
  amount: number;
  /** How much more may be held; absent: exactly `amount` is held. */
  wish?: HoldWish;
  /** Most quota units the request can cost; a smaller hold limits its output. Undefined where output is never limited. */
  possible?: number;
  routes: Routes;
}

/** An attempt on one channel that failed or was interrupted. */
export interface FailedAttempt {
  channelId: number;
  status: number;
  code: string;
  /** Details of the network error, for operators. */
  detail?: string;
}

/** The state of one request, filled in by the pipeline steps. */
export class RelayContext {
  caller: Caller | undefined;
  read: ReadRequest | undefined;
  /** The parsed request, where the route is an operation. */
  operation: OperationRequest | undefined;
  plan: Plan | undefined;
  hold: Hold | undefined;
  /** Output tokens of each choice that the hold pays for; undefined where it covers the highest possible cost. */
  outputLimit: number | undefined;
  /** Channels tried, in order; written to the log's admin_info. */
  channelsTried: number[] = [];
  /** Keys used on channels with several keys; undefined where no such channel was tried. */
  keysTried: string[] | undefined;
  readonly failures: FailedAttempt[] = [];
  /** Channels skipped because they were at their limits; undefined where there was none. */
  full: number[] | undefined;
  /** Where the provider stores the response that the request continues from. */
  kept: ProviderResponse | undefined;
  /** The id of the response the request continues from, where its location is unknown. */
  lost: string | undefined;
  /** The stored response the request continues from; its conversation has been inserted into the body. */
  continued: string | undefined;
  /** The id under which the gateway stores the response; undefined where it does not store it. */
  storedAs: string | undefined;
  /** Builds the response to store from its usage; set when the response is whole. */
  stored: ((usage: Usage) => object) | undefined;
  /** Items of stored responses were inserted into the body. */
  isExpanded = false;
  /** The admission to the current channel, where that has limits. */
  admitted: Admitted | undefined;
  /** Milliseconds to the first content of this attempt; undefined = the general limit. */
  firstTokenMs: number | undefined;
  /** Milliseconds to the first byte of a non-streaming response; undefined = only the request's deadline. */
  firstByteMs: number | undefined;
  /** When the request must be finished, or its stream have begun, in Unix milliseconds. */
  deadlineAt = Infinity;
  /** Whether another channel may finish a response that is interrupted. */
  mayContinue = false;
  /** The interrupted response, while another channel is called to finish it. */
  broken: BrokenAnswer | undefined;
  /** Set where the provider reported implausible usage and less was charged. */
  beyond: BeyondBounds | undefined;
  /** Charged quota units. */
  charged = 0;
  outcome: Outcome | undefined;
  ending: Ending | undefined;
  /** The error that stopped the request; sent to the client by finish. */
  problem: unknown;
  /** Whether the client has received the head or part of the body. Then no other channel can answer from the start. */
  committed = false;
  clientGone = false;
  /** Sends the end of the response, once the charge is safe. `usage` is what was charged. */
  complete: ((usage: Usage) => void) | undefined;
  /** Renders the last frames of a failed stream, where the protocol requires that they follow from earlier frames. */
  failed: ((error: ClientError) => string) | undefined;
  /** Set while the client gets its stream as a JSON array instead of events. */
  array: ArrayFraming | undefined;
  /** Set while the client gets events, where the operator enabled pings in silent streams. */
  pings: Pings | undefined;
  /** Additional members of the log row's `other`. */
  noted: Readonly<Record<string, unknown>> | undefined;
  private hangUp: (() => void) | undefined;

  constructor(readonly exchange: Exchange) {
    // 'close' before the end of the response means that the client disconnected, so the upstream call is aborted.
    exchange.response.on('close', () => {
      if (!exchange.response.writableFinished) this.leave();
    });
  }

  /** Records that the client disconnected and aborts the running upstream call. */
  leave(): void {
    this.clientGone = true;
    this.pings?.stop();
    this.hangUp?.();
  }

  /** Sets the callback for a client that disconnects, replacing the previous one; called at once if it already has. */
  whenClientLeaves(act: (() => void) | undefined): void {
    this.hangUp = act;
    if (this.clientGone) act?.();
  }

  /**
   * Milliseconds until the deadline, never negative; Infinity where there is none. Rounded up to tenths of a second:
   * Node keeps timers of equal duration in one list, and a list per request costs more than the timer.
   */
  timeLeft(): number {
    return Math.max(0, Math.ceil((this.deadlineAt - Date.now()) / 100) * 100);
  }

  fail(problem: unknown): void {
    this.problem = problem;
  }
}

/** Returns the result of an earlier step; the steps run in order, so a missing value is a defect. */
export function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a relay step read what no earlier step has written');
  return value;
}
