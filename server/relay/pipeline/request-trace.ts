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
  begin(request: Authenticated): RequestTrace;
  /** A request that ends before the pipeline sees it. */
  refused(exchange: RefusedExchange, problem: unknown): void;
}

/** Observes one request, in the order of these methods. */
export interface RequestTrace {
  parsed(request: ParsedRequest): void;
  holding(): void;
  held(hold: Hold): void;
  attempting(attempt: Attempt): void;
  /** @returns the call with the headers that continue the trace at the provider */
  calling(call: UpstreamCall, upstreamModel: string): UpstreamCall;
  /** Collects the text of the response; undefined where contents are not traced. */
  readonly output: OutputText | undefined;
  /** The status line of the provider's response has arrived. */
  responded(status: number): void;
  attempted(result: AttemptResult<unknown>): void;
  settling(): void;
  settled(settled: Settled): void;
  /** The last bytes are sent. */
  ended(answer: Answer, settled: Settled): void;
  /** Ends the trace of a request for which nothing is held. */
  rejected(known: FailingRequest, problem: unknown): void;
}
