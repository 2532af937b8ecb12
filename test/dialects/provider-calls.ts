import { protocols } from '../../server/dialects/protocols/registry.js';
import type { Provider, Target } from '../../server/dialects/kit/provider.js';
import { providerFor } from '../../server/dialects/providers/registry.js';
import { targetOf } from './recorded.js';

export const base = 'https://vendor.example';
export const bearer = { authorization: 'Bearer sk-key' };

export const providerOf = (type: number): Provider => providerFor(type)!;
export const at = (type: number, overrides: Partial<Target> = {}): Target =>
  targetOf({ type, baseUrl: base, ...overrides });

/** What a provider gets for an OpenAI client, whose bytes go on where it takes them. */
export function native(type: number, body: object, overrides: Partial<Target> = {}) {
  const target = at(type, { model: 'm', ...overrides });
  const stream = 'stream' in body && body.stream === true;
  const change = { model: target.model, stream, includeUsage: stream, passThrough: false };
  const request = Buffer.from(JSON.stringify({ model: 'm', messages: [], ...body }));
  return providerOf(type).native['openai-chat']!.request(request, change, target);
}

/** What it gets where the request is ours to write. */
export function written(type: number, body: object, overrides: Partial<Target> = {}) {
  const request = Buffer.from(JSON.stringify({ model: 'm', ...body }));
  return providerOf(type).chat!.request(protocols['openai-chat'].parse(request, ''), at(type, overrides));
}

/** What it gets for a client of Anthropic's. */
export function translated(type: number, fields: object, overrides: Partial<Target> = {}) {
  const target = at(type, { path: '/v1/messages', ...overrides });
  const messages = [{ role: 'user', content: 'q' }];
  const request = Buffer.from(JSON.stringify({ model: 'm', max_tokens: 9, messages, ...fields }));
  return providerOf(type).chat!.request(protocols['anthropic-messages'].parse(request, ''), target);
}
