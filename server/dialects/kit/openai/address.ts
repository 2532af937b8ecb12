import { forwardedQuery } from '../forwarded-query.js';
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
  return url ? url(path, target, model) : versioned(target.baseUrl, path);
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

/** Base URLs that end in the API's version: `/api/v3`, `/v1beta/openai`. */
const VERSION = /\/v\d+(?:beta)?(?:\/openai)?$/;

/** The URL of a path at an address that may have its version already, as base URLs of OpenAI's SDK do. */
export function versioned(baseUrl: string, path: string, prefix = ''): string {
  return VERSION.test(baseUrl) ? baseUrl + path.replace(/^\/v1/, '') : baseUrl + prefix + path;
}

/**
 * Builds URLs of providers whose API is below a prefix of the address.
 * @param prefix `/inference`; paths follow it with their version
 */
export function urlBelow(prefix: string): NonNullable<OpenAIDialect['url']> {
  return (path, { baseUrl }) => versioned(baseUrl, path, prefix);
}
