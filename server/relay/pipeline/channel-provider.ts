import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { Endpoint } from '../../channels/channel-settings.js';
import type { OperationName } from '../../dialects/operations/operation.js';
import type { ProtocolName } from '../../dialects/protocols/protocol.js';
import type { Provider } from '../../dialects/providers/provider.js';
import { providerFor } from '../../dialects/providers/registry.js';

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

/** Created once per endpoint list, which lives as long as the channel stays unchanged. */
const limited = new WeakMap<ReadonlySet<Endpoint>, Provider>();

/**
 * The provider of a channel: everything its type supports, unless the channel setting lists the endpoints its upstream
 * has. A protocol without an endpoint is translated instead of passed through.
 */
export function providerOf({ type, setting: { endpoints } }: RoutableChannel): Provider | undefined {
  const provider = providerFor(type);
  if (!endpoints || !provider) return provider;
  const cached = limited.get(endpoints);
  if (cached) return cached;
  const made: Provider = {
    ...provider,
    native: only(provider.native, natives, endpoints),
    ...(provider.viaResponses &&
      endpoints.has('responses') &&
      !endpoints.has('chat') && { chat: provider.viaResponses }),
    ...(provider.operations && { operations: only(provider.operations, operations, endpoints) }),
  };
  limited.set(endpoints, made);
  return made;
}

const viaResponses = new WeakMap<Provider, Provider>();

/**
 * The provider of a channel for one upstream model: models listed in the channel setting `chat_via_responses` are called
 * only through Responses, whatever protocol the client uses.
 */
export function providerOfModel(channel: RoutableChannel, model: string): Provider | undefined {
  const provider = providerOf(channel);
  const { viaResponses: names } = channel.setting;
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
