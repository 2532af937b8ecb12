/** OpenAI's code of a conversation beyond the model's context window, which compatible providers and clients use too. */
export const TOO_LONG_CODE = 'context_length_exceeded';

/** Error codes of the texts of failures that the gateway describes itself. */
export type FailureText =
  | 'upstream_timeout'
  | 'upstream_status'
  | 'upstream_unreachable'
  | 'upstream_silent'
  | 'upstream_unfinished'
  | 'upstream_cut'
  | 'upstream_empty'
  | 'upstream_too_large'
  | 'upstream_unreadable'
  | 'upstream_invalid'
  | 'upstream_work_failed'
  | 'upstream_filtered'
  | 'upstream_human_input'
  | 'upstream_key_invalid'
  | 'upstream_no_continuation';

/** A failure of an upstream, as its provider adapter read it. The pipeline decides from these fields alone. */
export interface UpstreamFailure {
  /** HTTP status, or the status that corresponds to an error inside a 200 response. */
  status: number;
  /** The provider's message; shown to clients only after masking. */
  message: string;
  /**
   * Set if `message` was written by the gateway: the code of its text for clients that read Chinese, with the parameter
   * `status`. The message is more precise.
   */
  text?: FailureText;
  /** Network error text for operators: channel tests, logs and the reason why a channel was disabled. */
  detail?: string;
  /** The provider's `error.type`, or `upstream_error`. */
  kind: string;
  /** The provider's `error.code`, or `bad_response_status_code`. */
  code: string;
  /**
   * `code` and `param` of the provider's error object, null where it has none. Absent when the provider sent no error object
   * with a message.
   */
  reported?: { readonly code: string | number | null; readonly param: string | null };
  /** Google's error details, which its clients evaluate (https://google.aip.dev/193#errordetails). */
  details?: readonly Readonly<Record<string, unknown>>[];
  /** True if another channel may succeed with the same request. The pipeline also applies the operator's status rules. */
  retryable: boolean;
  /** True if the channel itself is unusable (key revoked, account empty). */
  disables: boolean;
  /** The conversation exceeds the model's context window; a model with a larger one may accept it. */
  tooLong?: true;
  /**
   * How the connection failed: `unreachable` = no request could be sent (connection refused, unknown host, TLS), which
   * affects all models of a channel; `broken` = the connection failed while the gateway waited for the response or read it.
   */
  connection?: 'unreachable' | 'broken';
  /** Seconds from the Retry-After header, if there was one. */
  retryAfterSeconds?: number;
}

/** Thrown when an UpstreamFailure ends an attempt. */
export class UpstreamError extends Error {
  constructor(readonly failure: UpstreamFailure) {
    super(operatorText(failure));
  }
}

/** The message with its detail. Never show it to clients. */
export function operatorText({ message, detail }: UpstreamFailure): string {
  return detail === undefined ? message : `${message} (${detail})`;
}
