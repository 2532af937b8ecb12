import { forwardedQuery } from '../../../core/forwarded-query.js';
import type { Target } from '../provider.js';
import type { OpenAIDialect } from './dialect.js';

const chatPath = '/v1/chat/completions';

/** Required by gateways in front of Azure. */
const CHAT_QUERY = ['api-version'];

/** URL of a chat call, with the query parameters that clients may set. */
export function chatUrl(target: Target, model: string, dialect: OpenAIDialect): string {
  const query = target.path.startsWith(chatPath) ? forwardedQuery(target.path, CHAT_QUERY) : '';
  return addressOf(dialect, chatPath + query, target, model);
}

/** URL of a path of OpenAI's API at this provider. */
export function addressOf(
  { url }: OpenAIDialect,
  path: string,
  target: Target,
  model: string = target.model,
): string {
  return url ? url(path, target, model) : target.baseUrl + path;
}

export function chatHeaders(target: Target, stream: boolean, dialect: OpenAIDialect): Record<string, string> {
  const headers = dialect.headers ? dialect.headers(target) : bearerHeaders(target);
  headers['content-type'] = 'application/json';
  headers.accept = stream ? (target.headers.accept ?? 'text/event-stream') : 'application/json';
  const beta = target.headers['openai-beta'];
  if (beta !== undefined) headers['openai-beta'] = beta;
  const idempotency = target.headers['idempotency-key'];
  if (idempotency !== undefined) headers['idempotency-key'] = idempotency;
  return headers;
}

export function bearerHeaders({ key }: Pick<Target, 'key'>): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

/** Base URLs that end in the API's version. */
const VERSION = /\/v\d+$/;

/**
 * Builds URLs of providers whose API is below a prefix of the address.
 * @param prefix `/inference`; paths follow it with their version
 */
export function urlBelow(prefix: string): NonNullable<OpenAIDialect['url']> {
  // Operators often enter the base URL of OpenAI's SDK, which contains prefix and version.
  return (path, { baseUrl }) =>
    VERSION.test(baseUrl) ? baseUrl + path.replace(/^\/v1/, '') : baseUrl + prefix + path;
}
