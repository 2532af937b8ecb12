import { table } from '../../kit/table.js';
import { TOO_LONG_CODE, type UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { retryAfterSeconds } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';
import { bedrockFacts } from './facts.js';
import type { EventMessage } from './event-stream.js';

interface Exception {
  /** HTTP status, for exceptions inside a stream. */
  readonly status: number;
  /** The key is unusable. */
  readonly disables?: true;
  /** Another channel may succeed although the status usually means that none will. */
  readonly retryable?: true;
}

const BAD_KEY: Exception = { status: 403, disables: true };

/**
 * https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html and
 * https://docs.aws.amazon.com/awssupport/latest/APIReference/CommonErrors.html
 */
const EXCEPTIONS = table<Exception>({
  AccessDeniedException: BAD_KEY,
  ConflictException: { status: 409 },
  ExpiredTokenException: BAD_KEY,
  IncompleteSignature: BAD_KEY,
  IncompleteSignatureException: BAD_KEY,
  InternalFailure: { status: 500 },
  InternalServerException: { status: 500 },
  InvalidClientTokenId: BAD_KEY,
  InvalidSignatureException: BAD_KEY,
  MissingAuthenticationTokenException: BAD_KEY,
  ModelErrorException: { status: 424 },
  ModelNotReadyException: { status: 429 },
  ModelStreamErrorException: { status: 424 },
  ModelTimeoutException: { status: 408 },
  NotAuthorized: BAD_KEY,
  OptInRequired: BAD_KEY,
  ResourceNotFoundException: { status: 404 },
  ServiceQuotaExceededException: { status: 400, retryable: true },
  ServiceUnavailableException: { status: 503 },
  SignatureDoesNotMatch: BAD_KEY,
  ThrottlingException: { status: 429 },
  UnrecognizedClientException: BAD_KEY,
  ValidationException: { status: 400 },
});

/** The key may not use this model, but possibly others. */
const MODEL_DENIED =
  /access to the model|not authorized to perform|explicit deny|model access|use case details|marked by (?:the )?provider as legacy/i;
/** The clocks differ; the key is fine. */
const CLOCK = /signature (?:expired|not yet current)/i;
/** The model is not available in this region or account, or only by an inference profile. */
const NOT_OFFERED =
  /model identifier is invalid|on-demand throughput|operation not allowed|not supported in (?:this|the) region|end of its life/i;
const FILTERED = /content filter|blocked by/i;

/** Statuses for which another channel would fail alike. */
const FINAL: ReadonlySet<number> = new Set([400, 408, 413, 504, 524]);

/** Parses a response whose status is not 2xx. */
export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const parsed = record(parse(body));
  // The header contains a URL behind the name.
  const header = String(headers['x-amzn-errortype'] ?? '').split(':', 1)[0] ?? '';
  const failure = failureOf(header || nameIn(parsed), messageIn(parsed), status);
  return { ...failure, retryAfterSeconds: retryAfterSeconds(headers, Date.now()) };
}

/** The error inside a 2xx response; undefined if there is none. */
export function innerError(body: UnknownRecord): UpstreamFailure | undefined {
  // `{"Output":{"__type":"com.amazon.coral.service#UnknownOperationException"},"Version":"1.0"}`
  const error = isRecord(body.Output) ? body.Output : body;
  const name = nameIn(error);
  const message = messageIn(error);
  return name === '' && message === '' ? undefined : failureOf(name, message, undefined);
}

/** The failure that a message inside a stream reports. */
export function streamFailure({ name, payload }: EventMessage): UpstreamFailure {
  return failureOf(name, messageIn(record(parse(payload.toString('utf8')))), undefined);
}

/** @param status undefined where it follows from the name */
function failureOf(reported: string, message: string, status: number | undefined): UpstreamFailure {
  // Inside streams, names begin with a small letter.
  const name = reported.charAt(0).toUpperCase() + reported.slice(1);
  const exception = EXCEPTIONS[name];
  const real = status ?? exception?.status ?? 502;
  const isRejection = real === 400 || real === 413;
  const tooLong = isRejection && bedrockFacts.tooLong.reports(real, { code: '', kind: name, message });
  const filtered = isRejection && FILTERED.test(message);
  const offered = !NOT_OFFERED.test(message);
  return {
    status: real,
    message: message || (name ? `${name} without a message` : `bad response status code ${real}`),
    ...(message === '' && { text: 'upstream_status' }),
    kind: name || 'upstream_error',
    code: tooLong ? TOO_LONG_CODE : filtered ? 'content_filter' : name || 'bad_response_status_code',
    retryable: !tooLong && !filtered && (exception?.retryable === true || !offered || !FINAL.has(real)),
    disables:
      real === 401 || (exception?.disables === true && !MODEL_DENIED.test(message) && !CLOCK.test(message)),
    ...(tooLong && { tooLong }),
  };
}

function nameIn(body: UnknownRecord): string {
  return text(body.__type).split('#').at(-1) ?? '';
}

function messageIn(body: UnknownRecord): string {
  return text(body.message) || text(body.Message) || text(body.originalMessage);
}

/** Errors of proxies are HTML or plain text: only their status is used. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
