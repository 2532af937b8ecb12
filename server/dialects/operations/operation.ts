import type { Usage } from '../canonical/usage.js';
import type { ReadRequest } from '../protocols/protocol.js';
import type { Form } from './form.js';

/** Routes whose request is no conversation, in OpenAI's words (spec/relay-and-billing.md D7, E7, E8, E12) or Google's (E5). */
export type OperationName =
  | 'embeddings'
  | 'embed-content'
  | 'batch-embed-contents'
  | 'predict'
  | 'moderations'
  | 'rerank'
  | 'compact'
  | 'image-generation'
  | 'image-edit'
  | 'speech'
  | 'transcription'
  | 'translation';

/** A request as its route reads it: enough to price it, to route it, and for a provider to say it in its own words. */
export interface OperationRequest extends ReadRequest {
  /** JSON; of forms see `form`. */
  readonly body: Buffer;
  readonly contentType: string;
  /** Set where the request is a form, which may be too large for the memory. */
  readonly form?: Form;
  /** Top-level members of the JSON body, or the text fields of the form. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * What the request will use at most as far as can be told: held before the call, and charged where the upstream does
   * not say what it used.
   */
  readonly estimate: Usage;
  /** What a minute of sound counts as where only its length is known; the usual when undefined. */
  readonly audioTokensPerMinute?: number;
  /** Names whose price counts instead of the model's, where operators set one: the first that is there. */
  readonly pricedAs?: readonly string[];
  /** Added to the text of the log row. */
  readonly note?: string;
}

/** One such route: reads requests. Pure. */
export interface Operation {
  readonly name: OperationName;
  /** May the request be a form? It is then read as it arrives. */
  readonly takesForms?: true;
  /** @throws Refusal 400 for malformed bodies, missing or wrong fields */
  read(call: OperationCall): OperationRequest;
  /** A closer look at what the request will use, where that takes a moment. Never refuses. */
  measure?(request: OperationRequest): Promise<OperationRequest>;
}

/** A request as it arrived. */
export interface OperationCall {
  readonly body: Buffer;
  readonly contentType: string;
  readonly form?: Form;
  /** Path and query as called. */
  readonly path: string;
  /** Of OperationRequest. */
  readonly audioTokensPerMinute?: number;
}
