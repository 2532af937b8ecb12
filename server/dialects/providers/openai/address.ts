import { forwardedQuery } from '../../../core/forwarded-query.js';
import type { Target } from '../provider.js';
import type { Shape } from './shape.js';

const chatPath = '/v1/chat/completions';
const cloudflareGateway = 'https://gateway.ai.cloudflare.com';

/** Required by gateways in front of Azure. */
const CHAT_QUERY = ['api-version'];

/** URL of a chat call, with the query parameters that clients may set. */
export function chatUrl(target: Target, model: string, { url }: Shape): string {
  // Type 8: the base URL is the complete URL.
  if (target.type === 8) return target.baseUrl.replaceAll('{model}', encodeURIComponent(model));
  const path = chatPath + (target.path.startsWith(chatPath) ? forwardedQuery(target.path, CHAT_QUERY) : '');
  if (url) return url(path, target, model);
  if (target.type === 1 && target.baseUrl.startsWith(cloudflareGateway)) {
    return target.baseUrl + path.slice('/v1'.length);
  }
  return target.baseUrl + path;
}

/** URL of an operation. `path` is the provider's path, without the client's query. */
export function operationUrl(target: Target, path: string): string {
  if (target.type === 8) return target.baseUrl.replaceAll('{model}', encodeURIComponent(target.model));
  if (target.type === 1 && target.baseUrl.startsWith(cloudflareGateway))
    return target.baseUrl + path.slice('/v1'.length);
  return target.baseUrl + path;
}

export function chatHeaders(target: Target, stream: boolean, shape: Shape): Record<string, string> {
  const headers = shape.headers ? shape.headers(target) : bearerHeaders(target);
  headers['content-type'] = 'application/json';
  headers.accept = stream ? (target.headers.accept ?? 'text/event-stream') : 'application/json';
  const beta = target.headers['openai-beta'];
  if (beta !== undefined) headers['openai-beta'] = beta;
  const idempotency = target.headers['idempotency-key'];
  if (idempotency !== undefined) headers['idempotency-key'] = idempotency;
  return headers;
}

export function bearerHeaders(target: Target): Record<string, string> {
  const headers: Record<string, string> = { authorization: `Bearer ${target.key}` };
  if (target.type === 1 && target.organization !== '') headers['openai-organization'] = target.organization;
  return headers;
}

/** URL of a path of OpenAI's API at this provider. */
export function addressOf({ url }: Shape, path: string, target: Target): string {
  return url ? url(path, target, target.model) : operationUrl(target, path);
}
