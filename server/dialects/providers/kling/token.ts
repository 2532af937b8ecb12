import { createHmac } from 'node:crypto';
import type { Target, UpstreamCall } from '../../kit/provider.js';

/** Validity of a token in seconds; some seconds before now allow for clocks that differ. */
const LIFE_SECONDS = 1800;
const SKEW_SECONDS = 5;

/**
 * The bearer token of a key: of `AccessKey|SecretKey` a JSON Web Token signed with HS256
 * (https://app.klingai.com/global/dev/document-api/apiReference/commonInfo), of other keys the key itself.
 */
export function bearerToken(key: string, now: Date): string {
  const [accessKey = '', secretKey] = key.trim().split('|');
  if (secretKey === undefined) return accessKey;
  const seconds = Math.floor(now.getTime() / 1000);
  const header = encoded({ alg: 'HS256', typ: 'JWT' });
  const payload = encoded({
    iss: accessKey.trim(),
    exp: seconds + LIFE_SECONDS,
    nbf: seconds - SKEW_SECONDS,
  });
  const signature = createHmac('sha256', secretKey.trim()).update(`${header}.${payload}`).digest('base64url');
  return `${header}.${payload}.${signature}`;
}

/** A call with the bearer token of the channel's key, made when the call is sent. */
export function authorized(call: UpstreamCall, { key }: Target): UpstreamCall {
  return {
    ...call,
    sign: (_call, now) => Promise.resolve({ authorization: `Bearer ${bearerToken(key, now)}` }),
  };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
