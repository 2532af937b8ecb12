import type { Hold } from '../../billing/ledger/ledger.types.js';
import type { UpstreamCall } from '../../dialects/kit/provider.js';
import type { OutputText } from './answer/output-text.js';
import type { Answer, Attempt, AttemptResult } from './attempt/attempt-result.js';
import type { FailingRequest } from './failed-request.js';
import type { Exchange } from './request-scope.js';
import type { Settled } from './settle/settle.js';
import type { Authenticated, ParsedRequest } from './stages.js';

/** A request that was refused before the pipeline saw it. */
export type RefusedExchange = FailingRequest['exchange'] & Partial<Pick<Exchange, 'request'>>;

/**
 * Observes requests, where the operator has tracing on (`server/relay/tracing`). Nothing of it throws, waits or changes what
 * happens to the request.
 */
export interface RequestTracer {
  /** @param operation the gateway's name of it; absent: that of the exchange */
  begin(request: Authenticated, operation?: string): RequestTrace;
  /** A request that ends before the pipeline sees it. */
  refused(exchange: RefusedExchange, problem: unknown): void;
}

/** A call of a provider, or the handshake of a session. */
export type TracedCall = Pick<UpstreamCall, 'url' | 'headers'> & Partial<Pick<UpstreamCall, 'method'>>;

/** How a request ended, or a session. */
export type TracedAnswer = Pick<Answer, 'ending' | 'problem' | 'outcome'>;

/** Observes one request, in the order of these methods. */
export interface RequestTrace {
  parsed(request: Pick<ParsedRequest, 'params'>): void;
  holding(): void;
  held(hold: Hold): void;
  attempting(attempt: Attempt): void;
  /** @returns the call with the headers that continue the trace at the provider */
  calling<Call extends TracedCall>(call: Call, upstreamModel: string): Call;
  /** Collects the text of the response; undefined where contents are not traced. */
  readonly output: OutputText | undefined;
  /** The status line of the provider's response has arrived. */
  responded(status: number): void;
  attempted(result: AttemptResult<unknown>): void;
  /** Once for each settlement: the responses of a session have one each. */
  settling(): void;
  settled(settled: Pick<Settled, 'quota' | 'defect'>): void;
  /** The last bytes are sent, or the whole response is about to be. */
  ended(answer: TracedAnswer, settled: Pick<Settled, 'usage' | 'quota' | 'defect'>): void;
  /** Ends the trace of a request for which nothing is held. */
  rejected(known: FailingRequest, problem: unknown): void;
}
