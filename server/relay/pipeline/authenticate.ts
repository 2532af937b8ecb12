import type { IncomingHttpHeaders } from 'node:http';
import { Role, TokenStatus, UserStatus } from '../../contract/enums.js';
import { hasExpired } from '../../contract/resources/token.js';
import { SCOPE_BITS, type TokenScope } from '../../contract/token-scopes.js';
import { checkAddress } from '../../core/address-list.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { readingsOf, type KeyReading } from '../../billing/token-key.js';
import type { TokenIdentity } from '../../tokens/token-identity.js';
import type { Caller } from './stages.js';

/** The part of the tokens module that authentication needs. */
export interface TokenSource {
  /** Synchronous for tokens in memory. @throws ApiError database_unavailable */
  find(key: string): TokenIdentity | undefined | Promise<TokenIdentity | undefined>;
  /** Notes the use of a known key. @param refusal the error code; '' if the key is accepted */
  noteUse(token: TokenIdentity, arrival: Arrival, refusal?: string): void;
}

/** Time and client of a request, and what it uses its key for. */
export interface Arrival {
  /** Unix milliseconds. */
  readonly at: number;
  /** A function, because only tokens restricted to addresses need it, and the first use of a token in a minute. */
  readonly clientIp: () => string;
  /** Undefined: the client sent none. */
  readonly userAgent: string | undefined;
  /** Of the route: see `scopeOfRoute`. */
  readonly scope: TokenScope;
}

/**
 * Finds the caller (token and owner) a key belongs to, and checks all that does not depend on the request's content: state, expiry,
 * balance, addresses and scopes of the token, and its owner. Every route that takes a key calls this; synchronous if the token is in
 * memory. `sk-KEY-12` pins channel 12, which only administrators may do.
 * @param presentedKey with or without `sk-`
 * @param pins whether the route respects a pinned channel
 * @throws ApiError 401 for the key, 403 for its addresses, its scopes and its owner
 */
export function identify(
  presentedKey: string,
  arrival: Arrival,
  tokens: TokenSource,
  { pins = true } = {},
): Caller | Promise<Caller> {
  if (!presentedKey) throw new ApiError('no_token');
  const callerBy = ({ token, pinnedChannel }: FoundKey) =>
    callerOf(token, pins ? pinnedChannel : undefined, arrival, tokens);
  const found = findKey(presentedKey, tokens);
  return found instanceof Promise ? found.then(callerBy) : callerBy(found);
}

/** The token of a presented key, and the channel that it names. */
export interface FoundKey {
  readonly token: TokenIdentity | undefined;
  readonly pinnedChannel: string | undefined;
}

/** Synchronous for tokens in memory. @param presentedKey with or without `sk-` @throws ApiError database_unavailable */
export function findKey(
  presentedKey: string,
  tokens: Pick<TokenSource, 'find'>,
): FoundKey | Promise<FoundKey> {
  const [first, other] = readingsOf(presentedKey);
  const found = foundBy(first, tokens);
  if (!other) return found;
  const otherwise = (one: FoundKey) => (one.token ? one : foundBy(other, tokens));
  return found instanceof Promise ? found.then(otherwise) : otherwise(found);
}

function foundBy(
  { key, pinnedChannel }: KeyReading,
  tokens: Pick<TokenSource, 'find'>,
): FoundKey | Promise<FoundKey> {
  const token = tokens.find(key);
  return token instanceof Promise
    ? token.then((loaded) => ({ token: loaded, pinnedChannel }))
    : { token, pinnedChannel };
}

function callerOf(
  token: TokenIdentity | undefined,
  pinnedChannel: string | undefined,
  arrival: Arrival,
  tokens: TokenSource,
): Caller {
  // A key that was replaced is unknown from its end on.
  if (!token || (token.formerUntil !== undefined && token.formerUntil <= arrival.at / 1000))
    throw new ApiError('unknown_token');
  try {
    checkRights(token, pinnedChannel, arrival);
  } catch (problem) {
    if (problem instanceof ApiError) tokens.noteUse(token, arrival, problem.code);
    throw problem;
  }
  tokens.noteUse(token, arrival);
  return { token, pinnedChannel };
}

function checkRights(
  token: TokenIdentity,
  pinnedChannel: string | undefined,
  { at, clientIp, scope }: Arrival,
): void {
  checkToken(token, Math.floor(at / 1000));
  if (token.allowIps) checkAddress(token.allowIps, clientIp());
  if ((token.scopes & SCOPE_BITS[scope]) === 0) throw new ApiError('scope_forbidden', { scope });
  if (pinnedChannel !== undefined && token.user.role < Role.admin) throw new ApiError('pin_forbidden');
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

/** Paths on which clients of Google's API may send `x-goog-api-key` or `?key=`. */
function takesGoogleKeys(path: string): boolean {
  return path.startsWith('/v1beta/') || path.startsWith('/v1/models');
}

/** The value of `?key=`; '' when there is none. A secret in a URL: never log or forward it. */
export function queryKey(path: string): string {
  const query = path.indexOf('?');
  return query === -1 ? '' : (new URLSearchParams(path.slice(query)).get('key')?.trim() ?? '');
}

/** Checks that a token and its owner may be used. @param now Unix seconds. @throws ApiError */
export function checkToken(token: TokenIdentity, now: number): void {
  if (token.status === TokenStatus.exhausted) throw new ApiError('token_exhausted', { key: token.maskedKey });
  if (token.status === TokenStatus.expired) throw new ApiError('token_expired');
  if (token.status !== TokenStatus.enabled) throw new ApiError('token_unavailable');
  if (hasExpired(token.expiredTime, now)) throw new ApiError('token_expired');
  if (!token.unlimitedQuota && token.remainQuota <= 0)
    throw new ApiError('token_empty', { key: token.maskedKey, quota: token.remainQuota });
  if (token.user.status !== UserStatus.enabled) throw new ApiError('owner_banned');
}
