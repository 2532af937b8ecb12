import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../core/api-error.js';
import type { TokenIdentity } from '../../tokens/token-identity.js';
import type { Caller, RelayContext } from './context.js';

const ADMIN = 10;
const ENABLED = 1;
const EXPIRED = 3;
const EXHAUSTED = 4;
const NEVER = -1;

/** What authenticate needs of the tokens module. */
export interface TokenSource {
  /** Synchronous for tokens in memory. @throws Refusal database_unavailable */
  find(key: string): TokenIdentity | undefined | Promise<TokenIdentity | undefined>;
}

/**
 * Who calls, unless that was found out before the body was read: finds the token and its owner (spec/relay-and-billing.md B3, in its order).
 * @throws Refusal 401 for the key, 403 for its owner
 */
export async function authenticate(context: RelayContext, tokens: TokenSource): Promise<void> {
  const { request, path, startedAt, caller } = context.exchange;
  context.caller = caller ?? (await identify(keyOf(request.headers, path), startedAt, tokens));
}

/**
 * Whose key is this? At once where the token is in memory.
 * @param given with or without `sk-`
 * @param at Unix milliseconds
 * @throws Refusal 401 for the key, 403 for its owner
 */
export function identify(given: string, at: number, tokens: TokenSource): Caller | Promise<Caller> {
  if (!given) throw new ApiError('no_token');
  const [key = '', pinnedChannel] = given.replace(/^sk-/, '').split('-');
  const found = tokens.find(key);
  if (found instanceof Promise) return found.then((token) => callerOf(token, pinnedChannel, at));
  return callerOf(found, pinnedChannel, at);
}

function callerOf(token: TokenIdentity | undefined, pinnedChannel: string | undefined, at: number): Caller {
  if (!token) throw new ApiError('unknown_token');
  checkToken(token, Math.floor(at / 1000));
  if (pinnedChannel !== undefined && token.user.role < ADMIN) throw new ApiError('pin_forbidden');
  return { token, pinnedChannel };
}

/** The key a request carries, with or without `sk-`; '' when none. */
export function keyOf(headers: IncomingHttpHeaders, path: string): string {
  const apiKey = headers['x-api-key'];
  if (
    typeof apiKey === 'string' &&
    apiKey &&
    (path.startsWith('/v1/messages') || headers['anthropic-version'])
  )
    return apiKey.trim();
  const googleKey = headers['x-goog-api-key'];
  if (typeof googleKey === 'string' && googleKey && takesGoogleKeys(path)) return googleKey.trim();
  const bearer = (headers.authorization ?? '').replace(/^bearer\s+/i, '').trim();
  return bearer || (takesGoogleKeys(path) ? queryKey(path) : '');
}

/** Paths where clients of Google's API come with their kind of key (E1). */
function takesGoogleKeys(path: string): boolean {
  return path.startsWith('/v1beta/') || path.startsWith('/v1/models');
}

/** `?key=`; '' when there is none. It is a secret in an address: never logged, never passed on. */
export function queryKey(path: string): string {
  const query = path.indexOf('?');
  return query === -1 ? '' : (new URLSearchParams(path.slice(query)).get('key')?.trim() ?? '');
}

/** Is this token, and its owner, in order? `now` is Unix seconds. @throws Refusal */
export function checkToken(token: TokenIdentity, now: number): void {
  if (token.status === EXHAUSTED) throw new ApiError('token_exhausted', { key: token.maskedKey });
  if (token.status === EXPIRED) throw new ApiError('token_expired');
  if (token.status !== ENABLED) throw new ApiError('token_unavailable');
  if (token.expiredTime !== NEVER && token.expiredTime < now) throw new ApiError('token_expired');
  if (!token.unlimitedQuota && token.remainQuota <= 0)
    throw new ApiError('token_empty', { key: token.maskedKey, quota: token.remainQuota });
  if (token.user.status !== ENABLED) throw new ApiError('owner_banned');
}
