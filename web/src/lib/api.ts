import i18next from 'i18next';
import { serverMessage } from '../text/server-messages';
import { keepReturnPath } from './return-path';
import { session } from './session';

/**
 * Every answer of the management API. Lists may carry `total`, a channel test `time` in seconds, a balance update
 * `balance` in US dollars.
 */
export interface Envelope<T> {
  success: boolean;
  message: string;
  data: T;
  total?: number;
  time?: number;
  balance?: number;
  /** Where a sign-in at another site begins, as the server wants it. */
  authorization_url?: string;
  /** Where the form of a payment goes. */
  url?: string;
  /** Groups of the price list: what they cost, and what they are for. */
  group_ratio?: Record<string, number>;
  usable_group?: Record<string, string>;
  /** Groups that a token of group `auto` is served in, and whether new tokens begin as such. */
  auto_groups?: string[];
  default_use_auto_group?: boolean;
}

/** A refusal or a failed call, in words for the person. `status` 0 = the server was not reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  body?: unknown;
  /** Milliseconds until the call is given up. */
  timeoutMs?: number;
  /** Reaches the server even when the page is being left. */
  keepalive?: boolean;
}

const BASE: string = import.meta.env.VITE_REACT_APP_SERVER_URL ?? '';
const TIMEOUT_MS = 30_000;
const PUBLIC_PATHS = ['/login', '/register', '/reset', '/user/reset'];

/** The whole envelope of a call that succeeded; anything else is thrown as ApiError. */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<Envelope<T>> {
  const response = await send(method, path, options);
  const envelope = await readEnvelope<T>(response);
  if (response.status === 401) leave();
  if (!response.ok) throw new ApiError(response.status, statusText(response, envelope?.message));
  if (!envelope) throw new ApiError(response.status, i18next.t('http.unreadable'));
  if (!envelope.success)
    throw new ApiError(200, serverMessage(reasonOf(envelope)) || i18next.t('common.requestFailed'));
  return envelope;
}

/** Payment calls say `error`, and why in `data`. */
function reasonOf({ message, data }: Envelope<unknown>): string {
  return message === 'error' && typeof data === 'string' ? data : message;
}

export async function get<T>(path: string): Promise<T> {
  return (await call<T>('GET', path)).data;
}

/**
 * Sends a relay request with the session and gives the answer's bytes as they come. A refusal is thrown with the words of
 * its body (`{error: {message}}`). Without a time limit: `signal` ends it.
 */
export async function openStream(
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await send('POST', path, { body, signal });
  if (response.status === 401) leave();
  if (!response.ok || !response.body) {
    const words = await readErrorMessage(response);
    throw new ApiError(response.status, words ?? statusText(response, undefined));
  }
  return response.body;
}

async function send(
  method: Method,
  path: string,
  { body, timeoutMs, keepalive, signal }: CallOptions & { signal?: AbortSignal },
): Promise<Response> {
  const headers: Record<string, string> = {
    'New-Api-User': String(session.user()?.id ?? -1),
    'Cache-Control': 'no-store',
    // Of the console, which may be another than the browser's.
    'Accept-Language': i18next.language || 'zh',
  };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  try {
    return await fetch(BASE + path, {
      method,
      headers,
      credentials: BASE ? 'include' : 'same-origin',
      signal: signal ?? AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
      ...(keepalive && { keepalive }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (problem) {
    const timedOut = problem instanceof DOMException && problem.name === 'TimeoutError';
    throw new ApiError(0, i18next.t(timedOut ? 'http.timeout' : 'http.network'));
  }
}

async function readErrorMessage(response: Response): Promise<string | undefined> {
  try {
    const body = (await response.json()) as { error?: { message?: unknown } } | null;
    const words = body?.error?.message;
    return typeof words === 'string' && words !== '' ? words : undefined;
  } catch (problem) {
    console.warn(`${response.url} answered ${response.status} without JSON`, problem);
    return undefined;
  }
}

async function readEnvelope<T>(response: Response): Promise<Envelope<T> | undefined> {
  try {
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('success' in body)) return undefined;
    return body as Envelope<T>;
  } catch (problem) {
    console.warn(`${response.url} answered ${response.status} without JSON`, problem);
    return undefined;
  }
}

function statusText(response: Response, message: string | undefined): string {
  if (response.status === 401) return i18next.t('http.401');
  if (response.status === 429) return i18next.t('http.429');
  if (response.status === 405) return i18next.t('http.405');
  // What failed inside is for the administrator's log, not for the reader.
  if (response.status === 500) return i18next.t('http.500');
  if (message) return i18next.t('http.other', { message: serverMessage(message) });
  return i18next.t('http.other', { message: `HTTP ${response.status}` });
}

/** The session is over: sign in again. Pages that need no session stay where they are. */
function leave(): void {
  session.signOut();
  if (PUBLIC_PATHS.includes(location.pathname)) return;
  keepReturnPath(location.pathname + location.search);
  location.assign('/login?expired=true');
}

/** A path with its query; empty values are left out. */
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
