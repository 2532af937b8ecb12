import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as it arrived. */
export interface SignedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface SignatureRules {
  /** Signing name of the service. */
  readonly service: string;
  readonly region?: string;
  /** The secret of an access key, and the session token that goes with it; undefined: the key is unknown. */
  readonly secretOf: (accessKey: string) => { secret: string; sessionToken?: string } | undefined;
  /** S3 alone signs paths as they are sent, and trusts the hash in `x-amz-content-sha256`, which it checks itself. */
  readonly isS3?: boolean;
  /** Whether the time of the signature must be within 15 minutes. */
  readonly checksClock?: boolean;
}

export type SignatureProblem =
  'missing' | 'unknown key' | 'wrong token' | 'wrong scope' | 'clock' | 'mismatch';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/([^/]+)\/aws4_request), SignedHeaders=([\w;-]+), Signature=(\w{64})$/;
const SKEW_MS = 15 * 60_000;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * What is wrong with a signature of version 4, calculated from
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html; undefined if it is valid.
 */
export function signatureProblem(
  request: SignedRequest,
  rules: SignatureRules,
): SignatureProblem | undefined {
  const { method, path, headers, body } = request;
  const found = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!found) return 'missing';
  const [, accessKey = '', scope = '', date = '', region = '', service = '', names = '', signature] = found;
  const known = rules.secretOf(accessKey);
  if (!known) return 'unknown key';
  if (headers['x-amz-security-token'] !== known.sessionToken) return 'wrong token';
  const signed = names.split(';');
  // Of these, the documentation requires that they are signed.
  const required = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (rules.checksClock && required.some((name) => !signed.includes(name))) return 'mismatch';
  const time = String(headers['x-amz-date']);
  if (service !== rules.service || region !== (rules.region ?? region) || !time.startsWith(date))
    return 'wrong scope';
  if (rules.checksClock && Math.abs(Date.now() - Date.parse(isoTime(time))) > SKEW_MS) return 'clock';
  const [pathname = '', query = ''] = path.split('?');
  const canonical = [
    method,
    rules.isS3 ? pathname : pathname.split('/').map(encodeURIComponent).join('/'),
    canonicalQuery(query),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    rules.isS3 ? String(headers['x-amz-content-sha256']) : sha256(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [date, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${known.secret}`);
  return hmac(key, text).toString('hex') === signature ? undefined : 'mismatch';
}

function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter(Boolean)
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .sort()
    .join('&');
}

/** Of `20261130T020000Z`. */
function isoTime(time: string): string {
  return time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
}
