import { ApiError } from '../../contract/errors/api-error.js';
import type { Usage } from '../canonical/usage.js';
import type { ReadRequest } from '../protocols/protocol.js';
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
  /** Appended to the text of the log entry. */
  readonly note?: string;
}

/** Parses the requests of one operation. Pure, apart from `measure`, which may read a file of the form. */
export interface Operation {
  readonly name: OperationName;
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

/** The error for an operation that a model or provider cannot perform as requested. */
export function notSupported(detail: string): ApiError {
  return new ApiError('convert_request_failed', { detail });
}
