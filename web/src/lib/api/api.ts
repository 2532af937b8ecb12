import type { Envelope, FailureEnvelope, SuccessEnvelope } from '#contract/envelope';
import { DEFAULT_LANGUAGE } from '#contract/languages';
import i18next from 'i18next';
import { loadFailureTexts } from '../../text';
import { errorText } from '../../text/error-text';
import { isPaused, pauseFor, resumed } from './limit-pause';
import { withConfirmation } from './confirmation';
import { keepReturnPath } from './return-path';
import { session, type SessionUser } from './session';

/** A rejected or failed call with a translated message. `status` 0 = the server was not reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The server's error code, where it sent one. */
    readonly code?: string,
    /** Seconds after which the request may be repeated, where its limit was reached. */
    readonly retryAfterSeconds?: number,
    /** Values of the message, where the server sent a code. */
    readonly params?: FailureEnvelope['params'],
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  body?: unknown;
  /** Timeout in milliseconds. */
  timeoutMs?: number;
  /** Completes even if the page is being left. */
  keepalive?: boolean;
  /** For reads: ends the waiting while the limit of requests is reached. */
  stopped?: () => boolean;
  /** The server refuses the request if it does not know a member of the body, instead of ignoring it. */
  strict?: boolean;
}

const BASE: string = import.meta.env.VITE_REACT_APP_SERVER_URL ?? '';
const TIMEOUT_MS = 30_000;
const ENROLMENT_PATH = '/second-factor';
const PUBLIC_PATHS = ['/login', '/register', '/reset', '/user/reset'];

/**
 * Returns the whole envelope of a successful call; `Extras` are the members beside `data`. Reads wait while the limit of
 * requests is reached. Sensitive requests wait for the user to confirm who they are.
 * @throws ApiError for any other response or a network failure; Cancelled if the user does not confirm
 */
export async function call<T, Extras extends object = object>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<SuccessEnvelope<T, Extras>> {
  const perform = () => withConfirmation(() => callOnce<T, Extras>(method, path, options));
  return method === 'GET' ? oncePerPause(path, () => afterPauses(perform, options.stopped)) : perform();
}

/** Reads that wait for the end of a pause, by path: what polls during a pause waits once. */
const waitingReads = new Map<string, Promise<unknown>>();

function oncePerPause<R>(path: string, read: () => Promise<R>): Promise<R> {
  if (!isPaused()) return read();
  const waiting = waitingReads.get(path) as Promise<R> | undefined;
  if (waiting) return waiting;
  const started = read().finally(() => waitingReads.delete(path));
  waitingReads.set(path, started);
  return started;
}

/**
 * Performs a call, and again after each pause while the gateway's limit is reached.
 * @param stopped ends the waiting; the call is then rejected with the error of the limit
 * @throws ApiError as `call`
 */
export async function afterPauses<R>(perform: () => Promise<R>, stopped = () => false): Promise<R> {
  for (;;) {
    await resumed(stopped);
    try {
      return await perform();
    } catch (problem) {
      const seconds = problem instanceof ApiError ? problem.retryAfterSeconds : undefined;
      if (seconds === undefined || stopped()) throw problem;
      pauseFor(seconds);
    }
  }
}

async function callOnce<T, Extras extends object>(
  method: Method,
  path: string,
  options: CallOptions,
): Promise<SuccessEnvelope<T, Extras>> {
  const response = await send(method, path, options);
  const envelope = await readEnvelope<T, Extras>(response);
  if (codeOf(envelope) === 'second_factor_required') enrol();
  if (!response.ok)
    throw new ApiError(
      response.status,
      statusText(response, envelope),
      codeOf(envelope),
      retryAfter(response, envelope),
      envelope?.success === false ? envelope.params : undefined,
    );
  if (!envelope) throw new ApiError(response.status, i18next.t('http.unreadable'));
  if (!envelope.success)
    throw new ApiError(200, reasonOf(envelope) || i18next.t('common.requestFailed'), envelope.code);
  return envelope;
}

/** The reason in the console's language. Payment endpoints send the message `error` and the reason in `data`. */
function reasonOf({ message, data, code, params }: FailureEnvelope): string {
  return errorText({
    message: message === 'error' && typeof data === 'string' ? data : message,
    code,
    params,
  });
}

function codeOf(envelope: Envelope<unknown> | undefined): string | undefined {
  return envelope?.success === false ? envelope.code : undefined;
}

/** Whether a call was rejected because the gateway's limit of requests is reached. */
export function isLimit(problem: unknown): boolean {
  return problem instanceof ApiError && problem.retryAfterSeconds !== undefined;
}

/** Of the limit of requests alone: other limits, such as that of mails, are results for the user. */
function retryAfter(response: Response, envelope: Envelope<unknown> | undefined): number | undefined {
  if (response.status !== 429 || codeOf(envelope) !== 'too_many_requests') return undefined;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

export async function get<T>(path: string): Promise<T> {
  return (await call<T>('GET', path)).data;
}

/**
 * Opens a stream of server-sent events. There is no timeout: `signal` ends it.
 * @throws ApiError
 */
export async function openEvents(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await send('GET', path, { signal, accept: 'text/event-stream' });
  if (!response.ok || !response.body) throw new ApiError(response.status, i18next.t('common.requestFailed'));
  return response.body;
}

/** Time for an upload, milliseconds: that of a whole request on the server. */
const UPLOAD_MS = 300_000;

/** Sends a file as the body of a POST. @throws ApiError, Cancelled as `call` */
export function uploadFile<T>(path: string, file: Blob): Promise<SuccessEnvelope<T>> {
  return withConfirmation(() => callOnce<T, object>('POST', path, { body: file, timeoutMs: UPLOAD_MS }));
}

/**
 * Reads a file, however long that takes.
 * @throws ApiError with the message of the envelope that came instead of it; Cancelled as `call`
 */
export async function fetchFile(path: string, signal: AbortSignal): Promise<Blob> {
  return withConfirmation(() => fetchFileOnce(path, signal));
}

async function fetchFileOnce(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await send('GET', path, { signal });
  const isFile = !(response.headers.get('Content-Type') ?? '').startsWith('application/json');
  if (!response.ok || !isFile) {
    const envelope = await readEnvelope<unknown, object>(response);
    throw new ApiError(response.status, statusText(response, envelope), codeOf(envelope));
  }
  try {
    return await response.blob();
  } catch {
    throw new ApiError(0, i18next.t('http.network'));
  }
}

/**
 * Sends a request with the session; an expired one redirects to the sign-in page.
 * @param options `signal` replaces the timeout
 * @throws ApiError if the server was not reached
 */
export async function send(
  method: Method,
  path: string,
  {
    body,
    timeoutMs,
    keepalive,
    strict,
    signal,
    accept,
  }: CallOptions & { signal?: AbortSignal; accept?: string },
): Promise<Response> {
  const sender = session.user();
  const headers: Record<string, string> = {
    'New-Api-User': String(sender?.id ?? -1),
    'Cache-Control': 'no-store',
    // The console's language, which may differ from the browser's.
    'Accept-Language': i18next.language || DEFAULT_LANGUAGE,
  };
  const isFile = body instanceof Blob;
  if (body !== undefined) headers['Content-Type'] = isFile ? 'application/octet-stream' : 'application/json';
  if (strict) headers['X-Strict'] = '1';
  if (accept) headers.Accept = accept;
  try {
    const response = await fetch(BASE + path, {
      method,
      headers,
      credentials: BASE ? 'include' : 'same-origin',
      signal: signal ?? AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
      ...(keepalive && { keepalive }),
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    });
    if (response.status === 401) leave(sender);
    return response;
  } catch (problem) {
    const timedOut = problem instanceof DOMException && problem.name === 'TimeoutError';
    throw new ApiError(0, i18next.t(timedOut ? 'http.timeout' : 'http.network'));
  }
}

async function readEnvelope<T, Extras extends object>(
  response: Response,
): Promise<Envelope<T, Extras> | undefined> {
  try {
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('success' in body)) return undefined;
    if (body.success === false) await loadFailureTexts();
    return body as Envelope<T, Extras>;
  } catch (problem) {
    console.warn(`${response.url} answered ${response.status} without JSON`, problem);
    return undefined;
  }
}

/** What a rejected response says to the user; a status alone where it has no message. */
export function statusText(response: Response, envelope: Envelope<unknown> | undefined): string {
  if (response.status === 401) return i18next.t('http.401');
  if (response.status === 429) return i18next.t('http.429');
  if (response.status === 405) return i18next.t('http.405');
  // Internal errors belong in the administrator's log, not on the page.
  if (response.status === 500) return i18next.t('http.500');
  const message = envelope?.success === false ? reasonOf(envelope) : envelope?.message;
  if (message) return i18next.t('http.other', { message });
  return i18next.t('http.other', { message: `HTTP ${response.status}` });
}

/** Who ended the session. */
let leaver: SessionUser | undefined;

/** Ends the session on the server. @throws ApiError, and the session goes on */
export async function endSession(): Promise<void> {
  leaver = session.user();
  try {
    await get<null>('/api/user/logout');
  } catch (problem) {
    leaver = undefined;
    throw problem;
  }
}

/**
 * The session has expired: redirect to the sign-in page, unless the page needs no session.
 * @param sender who was signed in when the refused request was sent; someone who signs out is led away elsewhere
 */
function leave(sender: SessionUser | undefined): void {
  if (sender && (sender === leaver || !session.user())) return;
  session.signOut();
  if (PUBLIC_PATHS.includes(location.pathname)) return;
  keepReturnPath(location.pathname + location.search);
  location.assign('/login?expired=true');
}

/** The account must set up a second factor first: redirect to the page where it does. */
function enrol(): void {
  if (location.pathname === ENROLMENT_PATH || PUBLIC_PATHS.includes(location.pathname)) return;
  keepReturnPath(location.pathname + location.search);
  location.assign(ENROLMENT_PATH);
}

/** Appends a query to a path; empty values are left out. */
export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | undefined>,
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
