import { forwardedQuery } from '../../kit/forwarded-query.js';
import type { Target } from '../../kit/provider.js';

const messagesPath = '/v1/messages';
const defaultVersion = '2023-06-01';

/** URL of the Messages API, with the query parameter that its clients send (`?beta=true`). */
export function messagesUrl(target: Target): string {
  const query = target.path.startsWith(messagesPath) ? forwardedQuery(target.path, ['beta']) : '';
  return target.baseUrl + messagesPath + query;
}

export function callHeaders(target: Target, stream: boolean): Record<string, string> {
  const headers = headersFor(target);
  headers['content-type'] = 'application/json';
  headers.accept = stream ? (target.headers.accept ?? 'text/event-stream') : 'application/json';
  return headers;
}

/** Key, version and beta headers. The option claude.model_headers_settings replaces them header by header. */
export function headersFor(target: Target): Record<string, string> {
  const headers: Record<string, string> = {
    'x-api-key': target.key,
    'anthropic-version': target.headers['anthropic-version'] ?? defaultVersion,
  };
  const beta = target.headers['anthropic-beta'];
  if (beta !== undefined) headers['anthropic-beta'] = beta;
  const { modelHeaders } = target.settings.claude;
  const extra = modelHeaders[target.requestedModel] ?? modelHeaders[target.model];
  for (const [name, values] of Object.entries(extra ?? {})) headers[name.toLowerCase()] = values.join(',');
  return headers;
}
