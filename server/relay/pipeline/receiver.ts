import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { UpstreamError } from '../../dialects/canonical/failure.js';
import type { AnswerReader, Provider, UpstreamHeaders } from '../../dialects/providers/provider.js';
import type { Unfinished } from './continuation.js';
import type { RelayContext } from './context.js';
import type { Outcome } from './outcome.js';
import type { Ending } from './endings.js';

/** Milliseconds an upstream gets to close a stream whose end marker has come. */
export const AFTER_MARKER_MS = 100;
/** The same where only the finish has come, or the usage: some vendors have no marker, some still have a word to say. */
export const AFTER_FINISH_MS = 5000;

/** Reads the body of one answer: an error, a whole JSON document, or a stream. May throw UpstreamError. */
export interface BodyReader {
  data(chunk: Buffer): void;
  end(): void;
  /** Events so far, for the limit of silence: comments and unfinished events are no sign of life. Streams only. */
  readonly events?: number;
  /** The same without events that only keep the connection open. */
  readonly contents?: number;
  /** Has the answer come to its end, whatever becomes of the connection? */
  whole?(): boolean;
  /** The body broke off after the client had seen a part of it: count what was produced. */
  broken?(): void;
  /** Counts output that was passed on without being read, so that the meter is right. */
  measure?(): void;
  /** What another channel may carry on from, when it broke off; undefined when it may not. */
  unfinished?(): Unfinished | undefined;
}

/** What a body reader tells of the answer it reads. */
export interface Receiver {
  readonly context: RelayContext;
  readonly channel: RoutableChannel;
  readonly provider: Provider;
  /** Reads the answers to this request; undefined where it is no conversation. */
  readonly reader: AnswerReader | undefined;
  readonly outcome: Outcome;
  /** The first piece of the answer is on its way: from here on no other channel is asked. */
  commit(upstreamHeaders?: UpstreamHeaders, contentType?: string): void;
  /** Sends a piece to the client; the upstream pauses while the client does not take it. */
  write(bytes: Buffer | string): void;
  /**
   * The answer seems to be whole: where the upstream does not close within this, it is not waited for. What is set already
   * is not put off. Undefined: the answer goes on.
   */
  expectEnd(withinMs: number | undefined): void;
  /** Output tokens so far, for the hold. */
  produced(outputTokens: number): void;
  /** The answer turned out to be none; after the commit this becomes an ending. */
  fail(problem: UpstreamError, ending?: Ending): void;
  /** The answer stopped in its middle: another channel may finish it, else that was all. */
  interrupt(ending: Ending): void;
  /** The answer is over; how, decides what it costs. */
  close(ending: Ending): void;
}
