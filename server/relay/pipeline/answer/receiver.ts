import type { UpstreamError } from '../../../dialects/canonical/failure.js';
import type { Usage } from '../../../dialects/canonical/usage.js';
import type { AnswerReader, Provider, UpstreamHeaders } from '../../../dialects/kit/provider.js';
import type { Attempt, FailureRenderer, SendEnd, Unfinished } from '../attempt/attempt-result.js';
import type { Outcome } from './outcome.js';
import type { Ending } from '../settle/endings.js';
import type { RequestScope } from '../request-scope.js';
import type { Reserved } from '../stages.js';

/** Milliseconds an upstream gets to close a stream after its end marker. */
export const AFTER_MARKER_MS = 100;
/** The same after only a finish or usage event: some providers send no end marker, some send further events. */
export const AFTER_FINISH_MS = 5000;

/** Reads the body of one response: an error, a whole JSON document, or a stream. Methods may throw UpstreamError. */
export interface BodyReader {
  data(chunk: Buffer): void;
  end(): void;
  /** Events so far, for the silence limits; comments and unfinished events do not count. Streams only. */
  readonly events?: number;
  /** Events so far without those that only keep the connection open. */
  readonly contents?: number;
  /** Whether the response is complete, whatever happens to the connection. */
  whole?(): boolean;
  /**
   * The body was interrupted after the client received part of it: counts what was produced.
   * @returns how to render the error that ends the stream, where it must follow from the frames so far
   */
  broken?(): FailureRenderer | undefined;
  /** Counts output that was passed on without being read, so that the meter is exact. */
  measure?(): void;
  /** The state another channel may continue from after an interruption; undefined when it may not. */
  unfinished?(): Unfinished | undefined;
}

/** What a body reader reports about the response it reads, and how it sends to the client. */
export interface Receiver {
  readonly request: Reserved;
  readonly scope: RequestScope;
  readonly attempt: Attempt;
  readonly provider: Provider;
  /** Parses the responses to this request; undefined where it is not a conversation. */
  readonly reader: AnswerReader | undefined;
  readonly outcome: Outcome;
  /** The first part of the response is about to be sent: from here on no other channel can answer from the start. */
  commit(upstreamHeaders?: UpstreamHeaders, contentType?: string): void;
  /** A stream that is collected has sent its first content: from here on its end, and silence before it, are limited. */
  collecting(): void;
  /** Sends bytes to the client; the upstream is paused while the client does not read them. */
  write(bytes: Buffer | string): void;
  /**
   * The response seems to be whole: ends it if the upstream does not close within this time. An earlier deadline is not
   * postponed. Undefined cancels the wait because the response continues.
   */
  expectEnd(withinMs: number | undefined): void;
  /** Output tokens so far, for the hold. */
  produced(outputTokens: number): void;
  /** The response is unusable; after the commit this becomes an ending. */
  fail(problem: UpstreamError, ending?: Ending): void;
  /** The response was interrupted: another channel may finish it, otherwise it ends here. */
  interrupt(ending: Ending): void;
  /**
   * The response is complete.
   * @param sendEnd called once the charge is safe
   * @param storedResponse builds the response that the gateway stores; undefined where it stores none
   */
  complete(sendEnd: SendEnd, storedResponse?: (usage: Usage) => object): void;
}
