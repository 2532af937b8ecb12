import type { RoutableChannel } from '../../../channels/channel-registry.js';
import type { Endpoint } from '../../../channels/channel-settings.js';
import type { OperationName } from '../../../dialects/operations/operation.js';
import type { ProtocolName } from '../../../dialects/protocols/protocol.js';
import type { Provider } from '../../../dialects/kit/provider.js';
import { providerFor, providerForModel } from '../../../dialects/providers/registry.js';
import { mapModel } from './model-mapping.js';
import type { Exchange } from '../request-scope.js';

/** The endpoint that each protocol and operation belongs to; those not listed are available on every channel of a type. */
const natives: { readonly [P in ProtocolName]?: Endpoint } = {
  'openai-chat': 'chat',
  'openai-completions': 'completions',
  'openai-responses': 'responses',
  'anthropic-messages': 'messages',
  gemini: 'gemini',
};
const operations: { readonly [O in OperationName]?: Endpoint } = {
  embeddings: 'embeddings',
  'embed-content': 'embeddings',
  'batch-embed-contents': 'embeddings',
  compact: 'responses',
  rerank: 'rerank',
  'image-generation': 'images',
  predict: 'images',
  'image-edit': 'images_edit',
  speech: 'speech',
  transcription: 'transcription',
  translation: 'transcription',
};

/** Created once per endpoint list, which lives as long as the channel stays unchanged, and provider. */
const limited = new WeakMap<ReadonlySet<Endpoint>, WeakMap<Provider, Provider>>();

/**
 * The provider of a channel: everything its type supports, unless the channel setting lists the endpoints its upstream
 * has. A protocol without an endpoint is translated instead of passed through.
 */
export function providerOf({ type, setting }: RoutableChannel): Provider | undefined {
  return limitedTo(setting.endpoints, providerFor(type, setting.upstream));
}

function limitedTo(
  endpoints: ReadonlySet<Endpoint> | undefined,
  provider: Provider | undefined,
): Provider | undefined {
  if (!endpoints || !provider) return provider;
  const cache = limited.get(endpoints);
  const cached = cache?.get(provider);
  if (cached) return cached;
  const made: Provider = {
    ...provider,
    native: only(provider.native, natives, endpoints),
    ...(provider.viaResponses &&
      endpoints.has('responses') &&
      !endpoints.has('chat') && { chat: provider.viaResponses }),
    ...(provider.operations && { operations: only(provider.operations, operations, endpoints) }),
  };
  if (cache) cache.set(provider, made);
  else limited.set(endpoints, new WeakMap([[provider, made]]));
  return made;
}

/**
 * The provider that a request for this model would use on a channel, for choosing channels. Unlike `providerOfModel`, it
 * disregards `chat_via_responses`.
 * @param requested model name before model mapping
 */
export function providerOfRequested(channel: RoutableChannel, requested: string): Provider | undefined {
  return limitedTo(channel.setting.endpoints, dialectOf(channel, requested));
}

/** Like `providerOfRequested`, with all endpoints that the type has. */
export function dialectOf(channel: RoutableChannel, requested: string): Provider | undefined {
  const provider = providerFor(channel.type, channel.setting.upstream);
  return provider?.ofModel ? provider.ofModel(upstreamName(channel, requested)) : provider;
}

/** Name of the model at the channel's upstream. A mapping with a cycle is reported when the channel is tried. */
export function upstreamName({ modelMapping }: RoutableChannel, requested: string): string {
  try {
    return mapModel(modelMapping, requested);
  } catch {
    return requested;
  }
}

const viaResponses = new WeakMap<Provider, Provider>();

/**
 * The provider of a channel for one upstream model: models listed in the channel setting `chat_via_responses` are called
 * only through Responses, whatever protocol the client uses.
 */
export function providerOfModel(channel: RoutableChannel, model: string): Provider | undefined {
  const { endpoints, upstream, viaResponses: names } = channel.setting;
  const provider = limitedTo(endpoints, providerForModel(channel.type, model, upstream));
  if (!names || !provider?.viaResponses || !names.some((name) => stands(name, model))) return provider;
  const cached = viaResponses.get(provider);
  if (cached) return cached;
  const { 'openai-responses': responses } = provider.native;
  const made: Provider = {
    ...provider,
    native: { ...(responses && { 'openai-responses': responses }) },
    chat: provider.viaResponses,
  };
  viaResponses.set(provider, made);
  return made;
}

/** Whether the provider can serve the request: its operation, or conversations of its protocol, translated or natively. */
export function canServe(
  provider: Provider | undefined,
  { operation, protocol }: Pick<Exchange, 'operation' | 'protocol'>,
): boolean {
  if (!provider) return false;
  if (operation) return provider.operations?.[operation.name] !== undefined || isViaChat(provider, operation);
  // Some providers offer no conversations.
  return provider.chat !== undefined || provider.native[protocol.name] !== undefined;
}

/** Whether the operation is performed as a conversation, because the provider does not have it. */
export function isViaChat(provider: Provider, operation: Exchange['operation']): boolean {
  if (!operation?.viaChat || !provider.chat) return false;
  return provider.operations?.[operation.name] === undefined;
}

function stands(name: string, model: string): boolean {
  return name.endsWith('*') ? model.startsWith(name.slice(0, -1)) : name === model;
}

function only<T extends object>(
  all: T,
  names: { readonly [K in keyof T]?: Endpoint },
  endpoints: ReadonlySet<Endpoint>,
): T {
  const remaining = { ...all };
  for (const name in names) {
    const endpoint = names[name];
    if (endpoint !== undefined && !endpoints.has(endpoint)) delete remaining[name];
  }
  return remaining;
}
