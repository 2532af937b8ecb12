import { createHash, createHmac } from 'node:crypto';
import type { UpstreamCall } from '../../kit/provider.js';

const SERVICE = 'hunyuan';
const CONTENT_TYPE = 'application/json';

/** The parts of a key: `AppId|SecretId|SecretKey`, where the application id is not sent, or without it. */
export interface Credentials {
  readonly secretId: string;
  readonly secretKey: string;
}

export function credentialsOf(key: string): Credentials {
  const [secretId = '', secretKey = ''] = key.split('|').slice(-2);
  return { secretId: secretId.trim(), secretKey: secretKey.trim() };
}

/**
 * Headers of a call with signature method v3 (TC3-HMAC-SHA256) for the exact bytes of its body.
 * https://cloud.tencent.com/document/api/1729/101838
 */
export function signatureHeaders(
  { url, body }: Pick<UpstreamCall, 'url' | 'body'>,
  action: string,
  { secretId, secretKey }: Credentials,
  now: Date,
): Record<string, string> {
  const { host, pathname } = new URL(url);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const date = now.toISOString().slice(0, 10);
  const scope = `${date}/${SERVICE}/tc3_request`;
  const names = 'content-type;host;x-tc-action';
  const canonical = [
    'POST',
    pathname,
    '',
    `content-type:${CONTENT_TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`,
    names,
    sha256(body ?? Buffer.alloc(0)),
  ].join('\n');
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const key = [date, SERVICE, 'tc3_request'].reduce<string | Buffer>(hmac, `TC3${secretKey}`);
  const signature = hmac(key, toSign).toString('hex');
  return {
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    'content-type': CONTENT_TYPE,
    'x-tc-action': action,
    'x-tc-timestamp': timestamp,
  };
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
