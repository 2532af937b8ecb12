import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { count, record, text } from '../../json/lenient.js';
import { readError as readGoogleError } from '../gemini/errors.js';
import type { AccessToken, AccessTokenCodec, UpstreamCall, UpstreamHeaders } from '../../kit/provider.js';
import { unusableKey, type ServiceAccount } from './credentials.js';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Seconds for which an assertion is valid; Google allows an hour. */
const ASSERTION_SECONDS = 1800;
/** Google's message if the clock of this server is wrong. */
const CLOCK = /\biat\b|\bexp\b|reasonable timeframe/i;

/**
 * Exchanges a signed assertion for an access token
 * (https://developers.google.com/identity/protocols/oauth2/service-account#httprest).
 * @param baseUrl address of the channel: a `token_uri` without TLS must be there
 * @throws UpstreamError if the `token_uri` is not allowed
 */
export function accessTokenOf(account: ServiceAccount, baseUrl: string): AccessTokenCodec {
  const { tokenUri } = account;
  if (!tokenUri.startsWith('https://') && !haveSameOrigin(tokenUri, baseUrl))
    throw unusableKey('the token_uri of the key is not an https URL');
  return {
    identity: `${account.identity} ${tokenUri}`,
    request: (now) => exchange(account, now),
    read: readToken,
    apply: (call, token) => ({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }),
  };
}

function haveSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

function exchange(account: ServiceAccount, now: Date): UpstreamCall {
  const form = new URLSearchParams({ grant_type: GRANT, assertion: assertion(account, now) });
  return {
    method: 'POST',
    url: account.tokenUri,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: Buffer.from(form.toString()),
  };
}

/** A JWT signed with RS256. @throws UpstreamError if the private key is unusable */
function assertion({ clientEmail, privateKeyId, privateKey, tokenUri }: ServiceAccount, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(privateKeyId !== '' && { kid: privateKeyId }) };
  const claims = {
    iss: clientEmail,
    scope: SCOPE,
    aud: tokenUri,
    iat: issuedAt,
    exp: issuedAt + ASSERTION_SECONDS,
  };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign('RSA-SHA256', Buffer.from(signed), rsaKey(privateKey));
  return `${signed}.${signature.toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function rsaKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The error of the parser may quote the key.
    throw unusableKey('the private_key of the key cannot be read');
  }
  if (key.asymmetricKeyType !== 'rsa') throw unusableKey('the private_key of the key is not an RSA key');
  return key;
}

function readToken(status: number, headers: UpstreamHeaders, body: string): AccessToken {
  const fields = record(parsed(body));
  const token = text(fields.access_token);
  if (status < 200 || status > 299 || token === '') throw new UpstreamError(refused(status, headers, body));
  return { token, expiresInSeconds: count(fields.expires_in) ?? 3600 };
}

/** OAuth errors: `{"error":"invalid_grant","error_description":"…"}`; others have Google's usual form. */
function refused(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const fields = record(parsed(body));
  const code = text(fields.error);
  const message = text(fields.error_description) || code;
  if (status >= 500 || status === 429 || code === '') {
    const failure = readGoogleError(status, headers, body);
    return status >= 200 && status <= 299 ? { ...failure, status: 502 } : failure;
  }
  const isClock = CLOCK.test(message);
  return {
    status: isClock ? 502 : 401,
    message: `no access token: ${message}`,
    kind: 'authentication_error',
    code,
    retryable: true,
    disables: !isClock,
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Errors of proxies are HTML or plain text: only their status is used.
    return undefined;
  }
}
