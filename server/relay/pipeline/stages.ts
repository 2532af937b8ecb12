import type { Hold, PreferredHold } from '../../billing/ledger/ledger.types.js';
import type { LoggedContext } from '../../billing/prices/logged/request-log-details.js';
import type { Price } from '../../billing/prices/price.js';
import type { TokenIdentity } from '../../tokens/token-identity.js';
import type { OperationRequest } from '../../dialects/operations/operation.js';
import type { ReadRequest } from '../../dialects/protocols/protocol.js';
import type { PreviousResponse } from './plan/previous-response.js';
import type { Routes } from './plan/channel-order.js';
import type { ReferencedContent } from './plan/referenced-content.js';
import type { Exchange, RequestScope } from './request-scope.js';

/*
 * The stages of a request before it is sent to a provider. Each function of the pipeline takes one stage and returns the
 * next; no stage is changed once it exists. Every stage lists its members in the same order, so that a stage has one hidden
 * class wherever it is built.
 */

/** The caller, as identified by authenticate. */
export interface Caller {
  readonly token: TokenIdentity;
  /** `sk-KEY-12` pins channel 12. */
  readonly pinnedChannel: string | undefined;
}

/** A request whose caller is known. Callers are identified before the body is read (`http/before-body.ts`). */
export interface Authenticated {
  readonly scope: RequestScope;
  readonly exchange: Exchange;
  readonly caller: Caller;
}

/** A request with the fields that decide its price and its channels. */
export interface ParsedRequest extends Authenticated {
  readonly params: ReadRequest;
  /** The parsed request, where the route is an operation. */
  readonly operation: OperationRequest | undefined;
  /** The client's body, with the stored conversation inserted where it continues one. */
  readonly body: Buffer;
  /** The stored response that the request continues from. */
  readonly previous: PreviousResponse;
}

/** A request with its price, its estimated cost and its candidate channels. */
export interface Planned extends ParsedRequest {
  readonly plan: Plan;
}

/** A request whose cost is held in the ledger: every end of it must settle or release the hold. */
export interface Reserved extends Planned {
  readonly hold: Hold;
  /** Output tokens of each choice that the hold pays for; undefined where it covers the highest possible cost. */
  readonly outputLimit: number | undefined;
  /** Calls of the provider's tools that the hold pays for; likewise. */
  readonly toolLimit: number | undefined;
  /** Set for requests that a larger model serves, and for responses of realtime sessions: see the type. */
  readonly loggedContext: LoggedContext | undefined;
}

/** The cost of the request and the channels it may go to, decided by plan. */
export interface Plan {
  /** The effective group: decides channels and group ratio. */
  readonly group: string;
  /** The groups that serve the request in turn if no channel of this one does; only for tokens that allow it. */
  readonly nextGroups: readonly string[];
  /** The model name used by prices, channel lists and logs. */
  readonly model: string;
  readonly price: Price;
  /** The highest price that the request may be charged at: that of the service tier that it names. */
  readonly heldPrice: Price;
  /** Quick estimate of the prompt's text, for the hold and for clients that want a number before the response. */
  readonly promptTokens: number;
  /** What the hold covers besides; undefined for most requests. */
  readonly content: ReferencedContent | undefined;
  /** Number of requested answers as a channel may multiply it. */
  readonly answers: number;
  /**
   * The client's output limit as a channel may raise it, in tokens of all choices together. Undefined or 0 where the client
   * set no limit.
   */
  readonly maxTokens: number | undefined;
  /** Quota units the request needs at least; below it is rejected. */
  readonly amount: number;
  /** How much more may be held; undefined: exactly `amount` is held. */
  readonly preferredHold: PreferredHold | undefined;
  /** Most quota units the request can cost; a smaller hold limits its output. Undefined where output is never limited. */
  readonly maxCost: number | undefined;
  readonly routes: Routes;
}

/** The parts of an exchange that a charge and its log row are computed from. */
type BilledExchange = Pick<
  Exchange,
  'requestId' | 'startedAt' | 'protocol' | 'operation' | 'serves' | 'path' | 'form'
>;

/** The parts of a request that its charge and log row are computed from; a realtime session has one for each response. */
export interface BilledRequest extends Omit<Reserved, 'scope' | 'exchange'> {
  readonly exchange: BilledExchange;
}
