import type { UpstreamFailure } from './failure.js';
import type { Usage } from './usage.js';

/** Why an answer ended. `other` keeps the vendor's own word in `raw`. */
export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other';

/** One step of a streamed answer, in our own form. Indexes of tools run from 0 within the answer. */
export type CanonicalEvent =
  | { type: 'start'; id: string; model: string }
  | { type: 'text-delta'; text: string }
  | { type: 'refusal-delta'; text: string }
  /** How likely the tokens of the text that comes next were. */
  | { type: 'logprobs'; tokens: readonly TokenProbability[] }
  | { type: 'reasoning-delta'; text: string }
  /** Closes the reasoning block so far: the vendor's proof that it may be sent back. */
  | { type: 'reasoning-signature'; signature: string }
  | { type: 'reasoning-redacted'; data: string }
  | { type: 'tool-start'; index: number; id: string; name: string; signature?: string }
  | { type: 'tool-delta'; index: number; text: string }
  /** The vendor is at work on something that is not told here: its own tools, thoughts it does not show. */
  | { type: 'working' }
  /** A piece of sound or of a picture; the bytes stay where they are. */
  | { type: 'media-delta' }
  /** Cumulative; merge with `mergeUsage`, never add. */
  | { type: 'usage'; usage: Partial<Usage> }
  | { type: 'finish'; reason: FinishReason; raw?: string; stopSequence?: string }
  /** The vendor reported a failure inside the stream. */
  | { type: 'error'; failure: UpstreamFailure }
  /** The vendor's own end marker ([DONE], message_stop). A stream without it was cut. */
  | { type: 'done' };

/** A token of the answer's text, with its natural logarithm of probability. */
export interface TokenProbability {
  readonly text: string;
  readonly logprob: number;
  /** Its UTF-8, where the vendor told it. */
  readonly bytes?: readonly number[];
  /** The vendor's number of it. */
  readonly id?: number;
  /** What was likely here, the chosen one usually among them. */
  readonly others: readonly Omit<TokenProbability, 'others'>[];
}

/** A whole answer, as parts in the order the vendor gave them. */
export interface CanonicalResponse {
  id: string;
  model: string;
  parts: AnswerPart[];
  finish: { reason: FinishReason; raw?: string; stopSequence?: string };
  /** Of all its text, where the client asked for it and the vendor tells it. */
  logprobs?: readonly TokenProbability[];
  /** Undefined when the vendor reported none: then it is estimated for billing. */
  usage: Usage | undefined;
}

export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'refusal'; text: string }
  | { type: 'reasoning'; text: string; signature?: string }
  | { type: 'reasoning-redacted'; data: string }
  | { type: 'tool-call'; id: string; name: string; arguments: string; signature?: string };
