/** What went wrong at an upstream, read by its provider. The pipeline decides from these fields alone. */
export interface UpstreamFailure {
  /** HTTP status, or the one an error inside a 200 answer stands for. */
  status: number;
  /** The vendor's words; shown to clients only after masking. */
  message: string;
  /** What the network said, for operators: channel tests, logs and the reason of a disabled channel. */
  detail?: string;
  /** The vendor's `error.type`, or `upstream_error`. */
  kind: string;
  /** The vendor's `error.code`, or `bad_response_status_code`. */
  code: string;
  /**
   * `code` and `param` as the provider's error object has them, null where it has none; absent where the provider sent no
   * error object with a message.
   */
  reported?: { readonly code: string | number | null; readonly param: string | null };
  /** Google's error details that clients act on (https://google.aip.dev/193#errordetails). */
  details?: readonly Readonly<Record<string, unknown>>[];
  /** May the same request succeed on another channel? (provider's view; the pipeline adds the status rules of B8) */
  retryable: boolean;
  /** Is the channel itself broken (key revoked, account empty)? */
  disables: boolean;
  /** Does the conversation not fit into the model? A larger one may take it. */
  tooLong?: true;
  /**
   * What became of the connection: `unreachable` = no request could be sent (refused, no such host, TLS), which says
   * something of all models of a channel; `broken` = it broke while the answer was awaited or came.
   */
  connection?: 'unreachable' | 'broken';
  /** Seconds from a Retry-After header, when there was one. */
  retryAfterSeconds?: number;
}

/** Thrown where an UpstreamFailure ends an attempt. */
export class UpstreamError extends Error {
  constructor(readonly failure: UpstreamFailure) {
    super(operatorText(failure));
  }
}

/** The message with its detail: never for clients. */
export function operatorText({ message, detail }: UpstreamFailure): string {
  return detail === undefined ? message : `${message} (${detail})`;
}
