import { createHmac } from 'node:crypto';
import { UpstreamError } from '../../canonical/failure.js';

/** Validity in milliseconds. */
const LIFE_MS = 86_400_000;

/**
 * A signed token (JWT) for a key of the form `id.secret`, with times in milliseconds
 * (https://docs.bigmodel.cn/cn/guide/develop/http/introduction).
 * @throws UpstreamError for a key of another form
 */
export function signedToken(key: string, now: Date): string {
  const [id = '', secret = '', ...rest] = key.trim().split('.');
  if (id === '' || secret === '' || rest.length > 0)
    throw new UpstreamError({
      status: 401,
      message: 'invalid zhipu key',
      text: 'upstream_key_invalid',
      kind: 'zhipu_error',
      code: 'invalid_api_key',
      retryable: true,
      disables: true,
    });
  const timestamp = now.getTime();
  const header = encoded({ alg: 'HS256', sign_type: 'SIGN', typ: 'JWT' });
  const payload = encoded({ api_key: id, exp: timestamp + LIFE_MS, timestamp });
  const signature = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
  return `${header}.${payload}.${signature}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
