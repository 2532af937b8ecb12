import { isRecord, list, record, text, type UnknownRecord } from '../json/lenient.js';
import type { UpstreamFailure } from '../canonical/failure.js';
import { disablesEverywhere } from './facts/known-failures.js';
import type { TooLongWords } from './facts/too-long-words.js';
import { openaiFacts } from './openai/default-facts.js';

/** An error that a provider reported, wherever it is in the body. */
export interface ProviderError {
  message: string;
  /** The provider's `error.type`; '' if there is none. */
  kind: string;
  /** The provider's `error.code` as text; '' if there is none. */
  code: string;
  /** `code` and `param` of an error object that has a message. */
  reported?: UpstreamFailure['reported'];
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const disablingCodes = new Set([
  'invalid_api_key',
  'account_deactivated',
  'billing_not_active',
  'insufficient_quota',
]);
const disablingKinds = new Set([
  'insufficient_quota',
  'authentication_error',
  'permission_error',
  'billing_error',
  'forbidden',
]);

/** Parses the body of an error response; undefined if it contains nothing that looks like an error. */
export function readProviderError(body: unknown): ProviderError | undefined {
  // Some providers send a plain string.
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
    kind: text(root.type) || text(root.reason),
    code: word(root.code) || text(root.error_code) || word(record(list(root.errors)[0]).code),
    ...(isObject && { reported: reported(root) }),
  };
}

function reported({ code, param }: UnknownRecord): UpstreamFailure['reported'] {
  return {
    code: typeof code === 'string' || typeof code === 'number' ? code : null,
    param: typeof param === 'string' ? param : null,
  };
}

/** Parses the data of an `event: error` frame, which is always an error. */
export function readErrorEvent(data: string): ProviderError {
  return readProviderError(parsed(data)) ?? { message: data, kind: '', code: '' };
}

/** The failure for a response with an error status. */
export function statusFailure(
  status: number,
  headers: Headers,
  body: string,
  retries: (status: number) => boolean,
  tooLongWords: TooLongWords = openaiFacts.tooLong,
): UpstreamFailure {
  const error = readProviderError(parsed(body));
  return {
    ...failure(error, status, retries, tooLongWords),
    retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
  };
}

/**
 * The failure for a parsed provider error, for example one inside a 200 response or a stream.
 * @param tooLongWords by which the provider reports a conversation beyond the model's context
 */
export function failure(
  error: ProviderError | undefined,
  status: number,
  retries: (status: number) => boolean,
  tooLongWords: TooLongWords = openaiFacts.tooLong,
): UpstreamFailure {
  const kind = error?.kind ?? '';
  const code = error?.code ?? '';
  const tooLong = tooLongWords.reports(status, { code, kind, message: error?.message ?? '' });
  return {
    status,
    message: error?.message || `bad response status code ${status}`,
    ...(!error?.message && { text: 'upstream_status' }),
    kind: kind || 'upstream_error',
    code: code || 'bad_response_status_code',
    retryable: !tooLong && retries(status),
    disables: status === 401 || status === 402 || isDisabling(kind, code),
    ...(tooLong && { tooLong }),
    ...(error?.reported && { reported: error.reported }),
  };
}

function isDisabling(kind: string, code: string): boolean {
  if (disablingKinds.has(kind) || disablingCodes.has(code.toLowerCase())) return true;
  return disablesEverywhere(kind) || disablesEverywhere(code);
}

/**
 * A 2xx response that cannot be used; another channel may succeed.
 * @param message of the gateway
 */
export function invalidResponse(message: string): UpstreamFailure {
  return {
    status: 502,
    message,
    text: 'upstream_invalid',
    kind: 'upstream_error',
    code: 'invalid_response',
    retryable: true,
    disables: false,
  };
}

/** Seconds to wait from `retry-after-ms` or `retry-after` (seconds or an HTTP date); undefined if there is no valid one. */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const milliseconds = Number.parseFloat(single(headers['retry-after-ms']));
  if (milliseconds >= 0) return milliseconds / 1000;
  const retryAfter = single(headers['retry-after']).trim();
  if (retryAfter === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

function firstMessage(root: UnknownRecord): string {
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

/** A message that is not a string has its text in `detail`. */
function spoken(value: unknown): string {
  return isRecord(value) ? detail(value.detail) || JSON.stringify(value) : text(value);
}

function detail(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isRecord(value)) return text(value.message) || text(value.error);
  return list(value)
    .map((item) => text(record(item).msg) || text(item))
    .filter((message) => message !== '')
    .join('; ');
}

/** Codes are strings or numbers, depending on the provider. */
function word(value: unknown): string {
  return typeof value === 'number' ? String(value) : text(value);
}

function single(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** The body of an error response as an object; empty if it is none, as that of a proxy. */
export function errorBody(body: string): UnknownRecord {
  return record(parsed(body));
}

/** Errors of proxies are HTML or plain text: only their status is used. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
