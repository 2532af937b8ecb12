import { ApiError } from '../../contract/errors/api-error.js';
import { isRecord, record } from '../json/lenient.js';
import type { Usage } from '../canonical/usage.js';
import type { CanonicalChat } from '../canonical/chat.js';
import type { CanonicalResponse } from '../canonical/events.js';
import type { ReadRequest, RenderContext } from '../protocols/protocol.js';
import type { Form } from './form.js';

/**
 * Operations other than chat. `embed-content`, `batch-embed-contents` and `predict` follow Google's API, `rerank` follows
 * Jina and Cohere, and the others OpenAI's API.
 */
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

/** A parsed request, with everything needed to price it, to route it and to translate it for a provider. */
export interface OperationRequest extends ReadRequest {
  /** The JSON body; for a form see `form`. */
  readonly body: Buffer;
  readonly contentType: string;
  /** Set if the request is a form, which may be too large to keep in memory. */
  readonly form?: Form;
  /** Top-level members of the JSON body, or the text fields of the form. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Estimated maximum usage: held before the call, and charged if the upstream does not report its usage. */
  readonly estimate: Usage;
  /** Numbers of pixels of the images to edit, in order; undefined where they are not known. */
  readonly inputPixels?: readonly (number | undefined)[];
  /** Tokens charged per minute of audio if only its duration is known. Undefined: the default. */
  readonly audioTokensPerMinute?: number;
  /** Names whose price replaces that of the model. The first one that has a configured price applies. */
  readonly pricedAs?: readonly string[];
  /** Shown in the text of the log entry. */
  readonly image?: { readonly size: string; readonly quality: string };
}

/** How an operation is performed by a channel that has conversations and not the operation. */
export interface ViaChat {
  /** @throws ApiError 400 */
  parse(body: Buffer): CanonicalChat;
  /** Renders the response as the operation's. */
  answer(answer: CanonicalResponse, context: RenderContext): object;
}

/** Parses the requests of one operation. Pure, apart from `measure`, which may read a file of the form. */
export interface Operation {
  readonly name: OperationName;
  /** Members of a JSON response that hold its content, one of which it must have; absent: not checked. */
  readonly content?: readonly string[];
  /** Absent: only channels that have the operation perform it. */
  readonly viaChat?: ViaChat;
  /** Accepts multipart forms, which are parsed while they arrive. */
  readonly takesForms?: true;
  /** @throws ApiError 400 for malformed bodies, and for missing or invalid fields */
  read(call: OperationCall): OperationRequest;
  /** Refines the estimate if that requires I/O. Never rejects the request. */
  measure?(request: OperationRequest): Promise<OperationRequest>;
}

/** A request as it was received. */
export interface OperationCall {
  readonly body: Buffer;
  readonly contentType: string;
  readonly form?: Form;
  /** Path and query of the request. */
  readonly path: string;
  /** See OperationRequest. */
  readonly audioTokensPerMinute?: number;
}

/** Whether a JSON response holds anything in these members; an empty text counts as content. */
export function isFilled(answer: unknown, members: readonly string[]): boolean {
  return members.some((name) => {
    const value = record(answer)[name];
    if (Array.isArray(value)) return value.length > 0;
    return typeof value === 'string' || (isRecord(value) && Object.keys(value).length > 0);
  });
}

/** The error for an operation that a model or provider cannot perform as requested. */
export function notSupported(detail: string): ApiError {
  return new ApiError('convert_request_failed', { detail });
}

/** The error for a parameter that a model or provider does not have. @param detail begins with its name */
export function unsupportedParameter(detail: string): ApiError {
  return new ApiError('unsupported_parameter', { detail });
}
