import { isRecord, list, record, text, type Loose } from '../../json/lenient.js';
import type { UpstreamFailure } from '../../canonical/failure.js';

/** What a vendor said about an error, wherever in the body it said it (spec/providers.md 11). */
export interface VendorError {
  message: string;
  /** The vendor's `error.type`; '' when it gave none. */
  kind: string;
  /** The vendor's `error.code` as text; '' when it gave none. */
  code: string;
  /** `code` and `param` as they stand in an error object that has a message. */
  reported?: UpstreamFailure['reported'];
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const disablingCodes = new Set([
  'invalid_api_key',
  'account_deactivated',
  'billing_not_active',
  'insufficient_quota',
  'arrearage',
]);
const disablingKinds = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'billing_error',
  'forbidden',
  'exceeded_current_quota_error',
  'invalid_authentication_error',
]);

/** A prompt beyond the model's context: the code, and how those say it who give none. */
const TOO_LONG_CODE = 'context_length_exceeded';
const TOO_LONG = /maximum context length|context (?:length|window)/i;
const TOO_LONG_STATUSES = new Set([400, 413, 422]);

/** Reads the body of an error answer; undefined when it holds nothing that looks like one. */
export function readVendorError(body: unknown): VendorError | undefined {
  // Some say it in one bare text.
  if (typeof body === 'string' && body !== '') return { message: body, kind: '', code: '' };
  const root = record(Array.isArray(body) ? body[0] : body);
  const error = root.error;
  if (isRecord(error)) {
    const message = text(error.message) || firstMessage(root);
    const hasMessage = text(error.message) !== '';
    return {
      message,
      kind: text(error.type),
      code: word(error.code),
      ...(hasMessage && { reported: reported(error) }),
    };
  }
  const message = text(error) || firstMessage(root);
  if (!message) return undefined;
  // The `error` event of Responses has the members of an error object at its top level.
  const isObject = text(root.message) !== '' && 'param' in root;
  return {
    message,
    kind: text(root.type),
    code: word(root.code),
    ...(isObject && { reported: reported(root) }),
  };
}

function reported({ code, param }: Loose): UpstreamFailure['reported'] {
  return {
    code: typeof code === 'string' || typeof code === 'number' ? code : null,
    param: typeof param === 'string' ? param : null,
  };
}

/** The data of an `event: error` frame: always an error, whatever it looks like. */
export function readErrorEvent(data: string): VendorError {
  return readVendorError(parsed(data)) ?? { message: data, kind: '', code: '' };
}

/** The failure an answer with an error status stands for. */
export function statusFailure(
  status: number,
  headers: Headers,
  body: string,
  retries: (status: number) => boolean,
  tooLongWords?: RegExp,
): UpstreamFailure {
  const error = readVendorError(parsed(body));
  return {
    ...failure(error, status, retries, tooLongWords),
    retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
  };
}

/**
 * The failure an error inside a 200 answer or a stream stands for.
 * @param tooLongWords how the vendor says that the conversation does not fit into the model
 */
export function failure(
  error: VendorError | undefined,
  status: number,
  retries: (status: number) => boolean,
  tooLongWords = TOO_LONG,
): UpstreamFailure {
  const kind = error?.kind ?? '';
  const code = error?.code ?? '';
  const tooLong =
    code === TOO_LONG_CODE || (TOO_LONG_STATUSES.has(status) && tooLongWords.test(error?.message ?? ''));
  return {
    status,
    message: error?.message || `bad response status code ${status}`,
    kind: kind || 'upstream_error',
    code: code || 'bad_response_status_code',
    retryable: !tooLong && retries(status),
    disables:
      status === 401 || status === 402 || disablingKinds.has(kind) || disablingCodes.has(code.toLowerCase()),
    ...(tooLong && { tooLong }),
    ...(error?.reported && { reported: error.reported }),
  };
}

/** An answer with a good status that cannot be used as one; another channel may do better. */
export function invalidResponse(message: string): UpstreamFailure {
  return {
    status: 502,
    message,
    kind: 'upstream_error',
    code: 'invalid_response',
    retryable: true,
    disables: false,
  };
}

/** Seconds to wait from `retry-after-ms` or `retry-after` (seconds or an HTTP date); undefined when there is no sane one. */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const milliseconds = Number.parseFloat(single(headers['retry-after-ms']));
  if (milliseconds >= 0) return milliseconds / 1000;
  const given = single(headers['retry-after']).trim();
  if (given === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given);
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

function firstMessage(root: Loose): string {
  return (
    spoken(root.message) ||
    text(root.msg) ||
    text(root.err) ||
    text(root.error_msg) ||
    text(record(root.header).message) ||
    text(record(record(root.response).error).message) ||
    detail(root.detail) ||
    text(record(list(root.errors)[0]).message) ||
    text(record(root.base_resp).status_msg) ||
    text(record(record(root.Response).Error).Message) ||
    text(root.statusText)
  );
}

/** A message that is no text says it in its details. */
function spoken(value: unknown): string {
  return isRecord(value) ? detail(value.detail) || JSON.stringify(value) : text(value);
}

function detail(value: unknown): string {
  if (typeof value === 'string') return value;
  return list(value)
    .map((item) => text(record(item).msg) || text(item))
    .filter((message) => message !== '')
    .join('; ');
}

/** Codes are words or numbers, by vendor. */
function word(value: unknown): string {
  return typeof value === 'number' ? String(value) : text(value);
}

function single(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Errors of proxies in between are HTML or plain text: then only the status speaks. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
