import type { Target, UpstreamCall } from '../../kit/provider.js';

export const PRO = 'https://api.deepl.com';
const FREE = 'https://api-free.deepl.com';

/** A call; GET without a body. Keys that end with `:fx` belong to the free API, which has a host of its own. */
export function deeplCall({ baseUrl, key }: Target, path: string, body?: Buffer): UpstreamCall {
  const host = baseUrl === PRO && key.endsWith(':fx') ? FREE : baseUrl;
  return {
    method: body ? 'POST' : 'GET',
    url: host + path,
    headers: {
      authorization: `DeepL-Auth-Key ${key}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    body,
  };
}
