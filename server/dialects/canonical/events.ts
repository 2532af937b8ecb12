import type { Citation } from './citations.js';
import type { UpstreamFailure } from './failure.js';
import type { Usage } from './usage.js';

/** Why a complete response ended. One that its provider broke off ends with an `error` event instead. */
export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter';

/** One event of a streamed response, in canonical form. Tool indexes start at 0 within the response. */
export type CanonicalEvent =
  | { type: 'start'; id: string; model: string }
  | { type: 'text-delta'; text: string }
  | { type: 'refusal-delta'; text: string }
  /** Log probabilities of the text in the next text event. */
  | { type: 'logprobs'; tokens: readonly TokenProbability[] }
  | { type: 'reasoning-delta'; text: string }
  /** Ends the current reasoning block with the provider's signature, which is required to send the block back. */
  | { type: 'reasoning-signature'; signature: string }
  | { type: 'reasoning-redacted'; data: string }
  | { type: 'tool-start'; index: number; id: string; name: string; signature?: string }
  | { type: 'tool-delta'; index: number; text: string }
  /** The source of text that was sent before. */
  | { type: 'citation'; citation: Citation }
  /** The provider is busy with something that is not shown, such as its own tools or hidden reasoning. */
  | { type: 'working' }
  /** A chunk of audio or image data; the bytes are not copied into the event. */
  | { type: 'media-delta' }
  /** Cumulative: merge with `mergeUsage`, never add. */
  | { type: 'usage'; usage: Partial<Usage> }
  | { type: 'finish'; reason: FinishReason; raw?: string; stopSequence?: string }
  /** One of several results failed; the others are not affected. */
  | { type: 'result-failed'; failure: UpstreamFailure }
  /** The provider reported a failure inside the stream. */
  | { type: 'error'; failure: UpstreamFailure }
  /** The provider's end marker ([DONE], message_stop). A stream without it was cut off. */
  | { type: 'done' };

/** A token of the response text with the natural logarithm of its probability. */
export interface TokenProbability {
  readonly text: string;
  readonly logprob: number;
  /** Its UTF-8 bytes, if the provider reported them. */
  readonly bytes?: readonly number[];
  /** The provider's id of the token. */
  readonly id?: number;
  /** The most likely tokens at this position, usually including the chosen one. */
  readonly others: readonly Omit<TokenProbability, 'others'>[];
}

/** A whole response, with parts in the order of the provider. */
export interface CanonicalResponse {
  id: string;
  model: string;
  parts: AnswerPart[];
  finish: { reason: FinishReason; raw?: string; stopSequence?: string };
  /** Log probabilities of all text, if the client requested them and the provider reports them. */
  logprobs?: readonly TokenProbability[];
  /** Sources of its text. */
  citations?: readonly Citation[];
  /** Undefined when the provider reported none; the usage is then estimated for billing. */
  usage: Usage | undefined;
}

export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'refusal'; text: string }
  | { type: 'reasoning'; text: string; signature?: string }
  | { type: 'reasoning-redacted'; data: string }
  | { type: 'tool-call'; id: string; name: string; arguments: string; signature?: string };
