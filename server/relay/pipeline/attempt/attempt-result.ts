import type { Usage } from '../../../dialects/canonical/usage.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../../dialects/canonical/failure.js';
import type { ChannelKey } from '../../../channels/keys/channel-keys.js';
import type { RoutableChannel } from '../../../channels/channel-registry.js';
import type { ClientError, StreamRenderer } from '../../../dialects/protocols/protocol.js';
import type { Admitted } from '../../routing/admission.js';
import type { AttemptHistory } from './attempt-history.js';
import type { StartLimits } from './attempt-rules.js';
import type { AttemptServices } from './attempt-services.js';
import type { Ending } from '../settle/endings.js';
import type { Outcome } from '../answer/outcome.js';
import type { Reserved } from '../stages.js';

/** One attempt to serve a request on one channel. */
export interface Attempt {
  readonly request: Reserved;
  readonly channel: RoutableChannel;
  readonly key: ChannelKey;
  /** The admission to the channel, where it has limits. */
  readonly admitted: Admitted | undefined;
  /** The earlier attempts. */
  readonly history: AttemptHistory;
  /** `performance.now()` of its beginning. */
  readonly begunAt: number;
  /** How long the channel may take to begin. */
  readonly limits: StartLimits;
  /** Whether another channel may finish the response if it is interrupted. */
  readonly mayContinue: boolean;
  /** The interrupted response that this attempt is to finish. */
  readonly interrupted: Interrupted | undefined;
}

/** Calls a channel. Failures of providers and clients are results; a rejection is a defect. */
export type ChannelCall<A> = (attempt: Attempt, services: AttemptServices) => Promise<AttemptResult<A>>;

/** How the call of one channel ended. */
export type AttemptResult<A> = Answered<A> | Unsupported | Interrupted | Failed | ClientGone;

/** How all attempts together ended. */
export type FinalResult<A> = Answered<A> | Interrupted | Failed | ClientGone;

/** The channel responded: no other channel is tried. */
export interface Answered<A> {
  readonly kind: 'answered';
  readonly answer: A;
  /** To be left with what the response used. */
  readonly admitted: Admitted | undefined;
}

/** The channel is at its limits, so it is not called. */
export interface Skipped {
  readonly kind: 'skipped';
  /** Milliseconds until it may have room. */
  readonly waitMs: number;
}

/** The request cannot be expressed in the channel's dialect; nothing was sent to it. */
export interface Unsupported {
  readonly kind: 'unsupported';
  readonly problem: ApiError;
}

/** The response broke off after the client had received part of it; another channel may finish it. */
export interface Interrupted extends Unfinished {
  readonly kind: 'interrupted';
  /** The ending and the error that apply if no channel finishes it. */
  readonly ending: Ending;
  readonly problem: unknown;
  readonly outcome: Outcome;
}

/** What another channel needs to finish a response. */
export interface Unfinished {
  /** All text the client has received. */
  readonly text: string;
  /** Renders the rest in the client's protocol. */
  readonly renderer: StreamRenderer;
}

/** There was no response. The client has received nothing from this attempt, unless a defect stopped the response. */
export interface Failed {
  readonly kind: 'failed';
  readonly problem: unknown;
  /** Undefined where the channel was not called. */
  readonly outcome: Outcome | undefined;
  /** As in `Answer`; only where a defect stopped a response after its beginning. */
  readonly renderFailure: FailureRenderer | undefined;
  /** Whether channels that were not tried might serve the request. */
  readonly isRetryable: boolean;
}

export function failed(problem: unknown, outcome?: Outcome, renderFailure?: FailureRenderer): Failed {
  return { kind: 'failed', problem, outcome, renderFailure, isRetryable: false };
}

/** No channel of the group could be called. */
export function notCalled(problem: ApiError): Failed {
  return { ...failed(problem), isRetryable: true };
}

/** Whether a problem is an error that no request and no provider should be able to cause. */
export function isDefect(problem: unknown): boolean {
  return !(problem instanceof ApiError) && !(problem instanceof UpstreamError);
}

/** The client disconnected before there was a response. Nothing is charged. */
export interface ClientGone {
  readonly kind: 'client-gone';
}

export const CLIENT_GONE: ClientGone = { kind: 'client-gone' };

/** A response, complete or not, as it is charged and ended. */
export interface Answer {
  readonly ending: Ending;
  /** The error for the client, if the response is not complete. */
  readonly problem: unknown;
  /** Undefined where nothing was produced that could be charged. */
  readonly outcome: Outcome | undefined;
  /** Sends the end of a complete response, once the charge is safe. */
  readonly sendEnd: SendEnd | undefined;
  /** Builds the response that the gateway stores from its usage; undefined where it stores none. */
  readonly storedResponse: ((usage: Usage) => object) | undefined;
  /** Renders the last frames of a failed stream, where the protocol requires that they follow from earlier frames. */
  readonly renderFailure: FailureRenderer | undefined;
}

/**
 * Sends the rest of a response to the client.
 * @param usage what was charged
 * @param cost the charge in US dollars; undefined where clients are not told
 */
export type SendEnd = (usage: Usage, cost: number | undefined) => void;

export type FailureRenderer = (error: ClientError) => string;
