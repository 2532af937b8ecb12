import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { count, record, text, type UnknownRecord } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import type { AccessTokenCodec, Target } from '../../kit/provider.js';

/** Validity in seconds if the response states none: 30 days. */
const LIFE_SECONDS = 2_592_000;
/** Errors 110 and 111: the token is not valid, or no longer. */
const REJECTED = /^\s*\{[^{}]*"error_code"\s*:\s*11[01]\b/;

/**
 * Exchange of an application's key and secret for an access token
 * (https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Ilkkrb0i5).
 */
export function accessTokenOf({ baseUrl, key }: Target): AccessTokenCodec {
  return {
    identity: `${baseUrl} ${key}`,
    request: () => {
      const [id = '', secret = '', ...rest] = key.split('|').map((part) => part.trim());
      if (id === '' || secret === '' || rest.length > 0)
        throw new UpstreamError(refused('invalid baidu apikey'));
      const query = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
      });
      return {
        method: 'POST',
        url: `${baseUrl}/oauth/2.0/token?${query.toString()}`,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
      };
    },
    read: (status, _headers, body) => {
      const answer = parsed(body);
      const token = text(answer.access_token);
      const error = text(answer.error);
      if (error === '' && token !== '')
        return { token, expiresInSeconds: count(answer.expires_in) ?? LIFE_SECONDS };
      const message = [error, text(answer.error_description)].filter((part) => part !== '').join(': ');
      if (status === 401 || error === 'invalid_client') throw new UpstreamError(refused(message));
      const failed = invalidResponse(message || `no access token: status code ${status}`);
      throw new UpstreamError(message === '' ? failed : { ...failed, text: undefined });
    },
    apply: (call, token) => ({ ...call, url: `${call.url}?access_token=${encodeURIComponent(token)}` }),
    rejects: (start) => REJECTED.test(start.toString('utf8')),
  };
}

function refused(message: string): UpstreamFailure {
  return {
    status: 401,
    message: message || 'the key was refused',
    ...(message === '' && { text: 'upstream_key_invalid' }),
    kind: 'baidu_error',
    code: 'invalid_client',
    retryable: true,
    disables: true,
  };
}

function parsed(body: string): UnknownRecord {
  try {
    return record(JSON.parse(body));
  } catch {
    // Errors of proxies are HTML or plain text.
    return {};
  }
}
