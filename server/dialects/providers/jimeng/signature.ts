import { createHash, createHmac } from 'node:crypto';
import type { Target, UpstreamCall } from '../../kit/provider.js';

export const SUBMIT = 'CVSync2AsyncSubmitTask';
export const RESULT = 'CVSync2AsyncGetResult';
const VERSION = '2022-08-31';
const REGION = 'cn-north-1';
const SERVICE = 'cv';
const SIGNED = 'content-type;host;x-content-sha256;x-date';

/** A signed call of an action. */
export function signed({ baseUrl, key }: Target, action: string, body: Buffer): UpstreamCall {
  return {
    method: 'POST',
    url: `${baseUrl}/?Action=${action}&Version=${VERSION}`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body,
    sign: (call, now) => Promise.resolve(signatureHeaders(call, key, now)),
  };
}

/**
 * Headers of a call signed with Volcengine's HMAC-SHA256 for the exact bytes of its body.
 * https://www.volcengine.com/docs/6369/67269
 * @param key `AccessKeyId|SecretAccessKey`
 */
export function signatureHeaders(
  { method, url, body, headers }: UpstreamCall,
  key: string,
  now: Date,
): Record<string, string> {
  const [accessKeyId = '', secretKey = ''] = key.split('|').map((part) => part.trim());
  const { host, pathname, searchParams } = new URL(url);
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const date = time.slice(0, 8);
  const hash = sha256(body ?? Buffer.alloc(0));
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    `content-type:${headers['content-type'] ?? ''}\nhost:${host}\nx-content-sha256:${hash}\nx-date:${time}\n`,
    SIGNED,
    hash,
  ].join('\n');
  const scope = `${date}/${REGION}/${SERVICE}/request`;
  const toSign = ['HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signing = [date, REGION, SERVICE, 'request'].reduce<string | Buffer>(hmac, secretKey);
  const signature = hmac(signing, toSign).toString('hex');
  return {
    'x-date': time,
    'x-content-sha256': hash,
    authorization: `HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${SIGNED}, Signature=${signature}`,
  };
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
