import { createHmac } from 'node:crypto';
import type { Target } from '../../kit/provider.js';

const DEFAULT_VERSION = 'v1.1';

/** Model name of the API by version in the path (https://www.xfyun.cn/doc/spark/Web.html). */
const DOMAINS: Readonly<Record<string, string>> = {
  'v1.1': 'lite',
  'v2.1': 'generalv2',
  'v3.1': 'generalv3',
  'v3.5': 'generalv3.5',
  'v4.0': '4.0Ultra',
};
/** Versions whose path does not begin with the version. */
const NAMED: ReadonlySet<string> = new Set(['pro-128k', 'max-32k']);

/** `APPID|APISecret|APIKey` */
export interface Credentials {
  readonly appId: string;
  readonly secret: string;
  readonly key: string;
}

export function credentialsOf(text: string): Credentials {
  const [appId = '', secret = '', key = ''] = text.split('|').map((part) => part.trim());
  return { appId, secret, key };
}

/**
 * The version: that of the client's query, else what follows the only dash of the model name (`SparkDesk-v3.5`), else the
 * channel's.
 */
export function versionOf({ path, model, other }: Target): string {
  const requested = new URLSearchParams(path.split('?')[1] ?? '').get('api-version');
  const parts = model.split('-');
  const named = parts.length === 2 ? parts[1] : undefined;
  return requested || named || other || DEFAULT_VERSION;
}

export function domainOf(version: string): string {
  if (NAMED.has(version)) return version;
  return DOMAINS[version] ?? `general${version}`;
}

/** The signed URL of a conversation (https://www.xfyun.cn/doc/spark/general_url_authentication.html). */
export function signedUrl(
  { baseUrl }: Pick<Target, 'baseUrl'>,
  version: string,
  { secret, key }: Credentials,
  now: Date,
): string {
  const path = NAMED.has(version) ? `/chat/${version}` : `/${version}/chat`;
  const url = new URL(baseUrl.replace(/^http/, 'ws') + path);
  const date = now.toUTCString();
  const origin = `host: ${url.host}\ndate: ${date}\nGET ${url.pathname} HTTP/1.1`;
  const signature = createHmac('sha256', secret).update(origin).digest('base64');
  const authorization = `hmac username="${key}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
  url.search = new URLSearchParams({
    authorization: Buffer.from(authorization).toString('base64'),
    date,
    host: url.host,
  }).toString();
  return url.href;
}
