import { table } from '../../kit/table.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { retryAfterSeconds } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';
import { geminiFacts } from './facts.js';

/** HTTP status by Google's status name (https://google.aip.dev/193). */
const statuses = table<number>({
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  INTERNAL: 500,
  UNKNOWN: 500,
  DATA_LOSS: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
});

/** Parses a response whose status is not 2xx: `{"error":{code,message,status,details}}`, sometimes inside a list. */
export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const waitSeconds = retryAfterSeconds(headers, Date.now());
  const failure = failureOf(errorIn(parsed(body)), status);
  return waitSeconds === undefined ? failure : { ...failure, retryAfterSeconds: waitSeconds };
}

/** The error inside a 2xx response or a stream event; undefined if there is none. */
export function innerError(body: unknown): UpstreamFailure | undefined {
  const error = errorIn(body);
  if (!error) return undefined;
  const code = count(error.code);
  const status = code !== undefined && code >= 400 && code <= 599 ? code : statuses[text(error.status)];
  return failureOf(error, status ?? 502);
}

function errorIn(body: unknown): UnknownRecord | undefined {
  const { error } = record(Array.isArray(body) ? body[0] : body);
  if (typeof error === 'string' && error !== '') return { message: error };
  return isRecord(error) ? error : undefined;
}

function failureOf(error: UnknownRecord | undefined, status: number): UpstreamFailure {
  const details = list(error?.details).map(record);
  const shown = details.map(forClients).filter((detail) => detail !== undefined);
  const reason = details.map((detail) => text(detail.reason)).find((word) => word !== '') ?? '';
  const word = text(error?.status);
  const isTooLong = geminiFacts.tooLong.reports(status, {
    code: reason,
    kind: word,
    message: text(error?.message),
  });
  // An invalid key is reported as 400 with a reason.
  const real = reason.startsWith('API_KEY_') ? 401 : status;
  return {
    status: real,
    message: text(error?.message) || `bad response status code ${status}`,
    kind: word || 'upstream_error',
    code: reason || word || 'bad_response_status_code',
    retryable: ![400, 408, 504, 524].includes(real),
    // Unlike other providers, Google sends 403 if the key or its project is unusable.
    disables: [401, 402, 403].includes(real),
    ...(status === 400 && isTooLong && { tooLong: true }),
    ...(text(error?.message) !== '' && { reported: { code: reason || word || null, param: field(details) } }),
    ...(shown.length > 0 && { details: shown }),
    ...delay(details),
  };
}

/** The field at fault, from BadRequest details; null if there is none. */
function field(details: UnknownRecord[]): string | null {
  const violations = details.flatMap((detail) => list(detail.fieldViolations));
  return violations.map((violation) => text(record(violation).field)).find((name) => name !== '') ?? null;
}

const DETAIL = 'type.googleapis.com/google.rpc.';
/** Members of details that clients act on. Others may reveal the project or the service behind the key. */
const SHOWN = table<readonly string[]>({
  [`${DETAIL}RetryInfo`]: ['retryDelay'],
  [`${DETAIL}BadRequest`]: ['fieldViolations'],
  [`${DETAIL}ErrorInfo`]: ['reason', 'domain'],
});

/** A detail reduced to the members that clients may see; undefined for other kinds of detail. */
function forClients(detail: UnknownRecord): Record<string, unknown> | undefined {
  const kind = text(detail['@type']);
  const members = SHOWN[kind]?.filter((name) => name in detail && !isForeignDomain(name, detail)) ?? [];
  if (members.length === 0) return undefined;
  return { '@type': kind, ...Object.fromEntries(members.map((name) => [name, detail[name]])) };
}

/** Any domain other than Google's may be the host of the channel. */
function isForeignDomain(name: string, detail: UnknownRecord): boolean {
  return name === 'domain' && !/^(?:[\w-]+\.)*googleapis\.com$/.test(text(detail.domain));
}

/** Delay from RetryInfo: `"retryDelay":"34s"`. */
function delay(details: UnknownRecord[]): Pick<UpstreamFailure, 'retryAfterSeconds'> {
  const retryDelay = details.map((detail) => text(detail.retryDelay)).find((value) => value !== '') ?? '';
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(retryDelay)?.[1];
  return seconds === undefined ? {} : { retryAfterSeconds: Number(seconds) };
}

/** Errors of proxies are HTML or plain text: only their status is used. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
