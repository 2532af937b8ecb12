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

/** One HTTP exchange as the relay's routes hand it over. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  protocol: Protocol;
  /** Set on routes whose request is no conversation; errors are then told in `protocol`'s words. */
  operation?: Operation;
  /** Who calls, where it is known before the pipeline begins. */
  caller?: Caller;
  /** Which channel types can do what is asked, where it is neither a conversation nor an operation. */
  serves?: (type: number) => boolean;
  /** Path and query as called, `/v1/chat/completions`. */
  path: string;
  body: Buffer;
  /** Set where the body is a form; `body` is then what of it is in memory. */
  form?: Form;
  /** Worked out only for tokens that are bound to addresses. */
  clientIp: () => string;
  requestId: string;
  /** Milliseconds since the epoch, when the request arrived. */
  startedAt: number;
}

/** Who calls, decided by authenticate. */
export interface Caller {
  token: TokenIdentity;
  /** `sk-KEY-12` pins channel 12. */
  pinnedChannel: string | undefined;
}

/** What the request will cost and where it may go, decided by plan. */
export interface Plan {
  /** The using group: decides channels and group ratio. */
  group: string;
  /** The name prices, abilities and logs know the model by. */
  model: string;
  price: Price;
  /** Quick estimate of prompt tokens, for the hold only. */
  promptTokens: number;
  /** Quota without which the request is refused. */
  amount: number;
  /** What else may be held; absent: `amount` is held. */
  wish?: HoldWish;
  /** Quota the request can cost; a smaller hold limits its output. Undefined where no output is limited. */
  possible?: number;
  routes: Routes;
}

/** A try on one channel that did not give an answer. */
export interface FailedAttempt {
  channelId: number;
  status: number;
  code: string;
  /** What the network said, for operators. */
  detail?: string;
}

/** Everything known about one request, grouped by the step that found it out. */
export class RelayContext {
  caller: Caller | undefined;
  read: ReadRequest | undefined;
  /** The same, where the route is an operation. */
  operation: OperationRequest | undefined;
  plan: Plan | undefined;
  hold: Hold | undefined;
  /** Output tokens of each answer that the hold pays for; undefined where it pays for all that is possible. */
  outputLimit: number | undefined;
  /** Channels asked, in order; ends in the log's admin_info. */
  channelsTried: number[] = [];
  /** Keys asked with, where a channel has several; undefined where none had. */
  keysTried: string[] | undefined;
  readonly failures: FailedAttempt[] = [];
  /** Channels at their limits, passed over; undefined where there was none. */
  full: number[] | undefined;
  /** Where the answer is kept that the request goes on from. */
  kept: ProviderResponse | undefined;
  /** The answer it goes on from, where nobody knows who keeps that. */
  lost: string | undefined;
  /** The stored answer that the request continued from; its conversation is part of the body now. */
  continued: string | undefined;
  /** The id under which the gateway stores the answer; undefined where it does not. */
  storedAs: string | undefined;
  /** The answer to store, by its usage; set when it is whole. */
  stored: ((usage: Usage) => object) | undefined;
  /** Items of stored answers stand in the body. */
  isExpanded = false;
  /** Where the request was let in to a channel with limits. */
  admitted: Admitted | undefined;
  /** Milliseconds to the first word of this attempt; undefined = the general limit. */
  firstTokenMs: number | undefined;
  /** Milliseconds to the first byte of a whole answer; undefined = as long as the request may take. */
  firstByteMs: number | undefined;
  /** When the request must be over, or its stream have begun: milliseconds since the epoch. */
  deadlineAt = Infinity;
  /** May an answer that breaks off be finished by another channel? */
  mayContinue = false;
  /** The answer that broke off, while another channel is asked to finish it. */
  broken: BrokenAnswer | undefined;
  /** Set where the provider reported more than can be true, and less was charged. */
  beyond: BeyondBounds | undefined;
  /** Quota. */
  charged = 0;
  outcome: Outcome | undefined;
  ending: Ending | undefined;
  /** What stopped the request, shown by finish. */
  problem: unknown;
  /** Has the client received a part of the answer's body (or its head)? Then no other channel may be tried. */
  committed = false;
  clientGone = false;
  /** Sends the end of the answer, once the charge is safe. `usage` is what was charged. */
  complete: ((usage: Usage) => void) | undefined;
  /** The last frames of a stream that failed, where the protocol's must carry on from those before. */
  failed: ((error: ClientError) => string) | undefined;
  /** Set while the client gets its stream as a JSON array instead of events. */
  array: ArrayFraming | undefined;
  /** Set while the client gets events, where the operator wants silent streams kept alive. */
  pings: Pings | undefined;
  /** What the log row tells besides (`other`). */
  noted: Readonly<Record<string, unknown>> | undefined;
  private hangUp: (() => void) | undefined;

  constructor(readonly exchange: Exchange) {
    // 'close' before the answer's end means that the client left: nobody reads on, so the upstream call ends too.
    exchange.response.on('close', () => {
      if (!exchange.response.writableFinished) this.leave();
    });
  }

  /** The client is gone. */
  leave(): void {
    this.clientGone = true;
    this.pings?.stop();
    this.hangUp?.();
  }

  /** What to do when the client leaves; replaced by each attempt, called at once when it has left already. */
  whenClientLeaves(act: (() => void) | undefined): void {
    this.hangUp = act;
    if (this.clientGone) act?.();
  }

  /**
   * Milliseconds until the deadline, never negative; Infinity where there is none. In full tenths of a second: timers of
   * equal length share a list, and one of its own for each request costs more than the timer.
   */
  timeLeft(): number {
    return Math.max(0, Math.ceil((this.deadlineAt - Date.now()) / 100) * 100);
  }

  fail(problem: unknown): void {
    this.problem = problem;
  }
}

/** The steps run in order, so an earlier step's result is there; anything else is a defect. */
export function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a relay step read what no earlier step has written');
  return value;
}
