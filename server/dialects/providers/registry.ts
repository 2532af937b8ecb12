import { channelCapability, type ChannelCapability } from '../../contract/resources/channels/channel-type.js';
import type { UpstreamSetting } from '../../contract/resources/channels/channel-upstream.js';
import type { ProviderDefinition } from '../kit/define-provider.js';
import * as all from './index.js';
import { anyOpenAICompatible } from '../kit/openai/openai-compatible.js';
import type { Provider } from '../kit/provider.js';

/** All channel types, by number. */
export const definitions: readonly ProviderDefinition[] = Object.values(all)
  .flat()
  .sort((one, other) => one.type - other.type);

const byType: ReadonlyMap<number, ProviderDefinition> = new Map(
  definitions.map((definition) => [definition.type, definition]),
);

/** Returns the definition of a channel type; undefined for unknown types, which only imported rows have. */
export function definitionOf(type: number): ProviderDefinition | undefined {
  return byType.get(type);
}

/** Composed once per setting, which lives as long as its channel stays unchanged, and type. */
const upstreams = new WeakMap<UpstreamSetting, Map<number, Provider | undefined>>();

/**
 * Returns the provider of a channel type; undefined if the type has none yet. Unknown types use OpenAI's API.
 * @param upstream the channel's own description of its upstream; without effect on types that allow none
 */
export function providerFor(type: number, upstream?: UpstreamSetting): Provider | undefined {
  const definition = byType.get(type);
  const provider = definition ? definition.api : anyOpenAICompatible;
  if (!upstream || !provider?.ofUpstream) return provider;
  const made = upstreams.get(upstream) ?? new Map<number, Provider | undefined>();
  if (!made.has(type)) made.set(type, provider.ofUpstream(upstream));
  upstreams.set(upstream, made);
  return made.get(type);
}

/** Returns the provider of one model (its upstream name) on channels of this type, like `providerFor`. */
export function providerForModel(
  type: number,
  model: string,
  upstream?: UpstreamSetting,
): Provider | undefined {
  const provider = providerFor(type, upstream);
  return provider?.ofModel ? provider.ofModel(model) : provider;
}

/** Whether requests can be sent to channels of this type. */
export function isServed(type: number): boolean {
  return providerFor(type) !== undefined;
}

/** Whether conversations with channels of this type are billed by characters rather than tokens. */
export function billsCharacters(type: number): boolean {
  return providerFor(type)?.chat?.estimate !== undefined;
}

/** Types that imported channels may have and that have no provider yet. */
export const typesNotServed: readonly number[] = definitions
  .filter(({ api }) => !api)
  .map(({ type }) => type);

/** Whether channels of this type support realtime sessions over WebSocket. */
export function servesRealtime(type: number): boolean {
  return providerFor(type)?.realtime !== undefined;
}

/** Returns the type's default address; '' if it has none, so that the channel must have its own. */
export function baseUrlOf(type: number): string {
  return byType.get(type)?.baseUrl ?? '';
}

/** Where SDKs of OpenAI's and Anthropic's APIs end their base URLs. */
const SDK_PATH = /\/v1$/;
/** Targets as Azure's portal shows them: other queries may belong to a proxy's address. */
const VERSION_QUERY = /\?api-version=[^&]*$/;
/** The endpoint of a complete URL, as examples of calls have it. Other endpoints are recognised behind a version only. */
const ENDPOINT =
  /\/chat\/completions$|(?<=\/v\d\w*)\/(?:completions|responses|messages|embeddings|models|images\/generations|text\/chatcompletion_v2)$/;

/**
 * The address that a provider appends its paths to, for what operators enter: the address itself, the base URL of an SDK
 * (`https://host/v1/`), or the URL of a call (`https://host/v1/chat/completions`). The type's default address for ''.
 */
export function channelAddress(type: number, address: string): string {
  const trimmed = address.replace(/\/+$/, '');
  if (trimmed === '') return baseUrlOf(type);
  const sdkPath = definitionOf(type)?.sdkPath ?? SDK_PATH;
  if (sdkPath === 'none') return trimmed;
  return trimmed.replace(VERSION_QUERY, '').replace(ENDPOINT, '').replace(sdkPath, '').replace(/\/+$/, '');
}

/** What channels of a type can be used for; empty without a provider. */
export function capabilitiesOf({ api, balance }: ProviderDefinition): ChannelCapability[] {
  if (!api) return [];
  const { native, operations = {}, tasks = {} } = api;
  const has: Readonly<Record<ChannelCapability, unknown>> = {
    chat: api.chat,
    completions: native['openai-completions'],
    responses: native['openai-responses'],
    messages: native['anthropic-messages'],
    gemini: native.gemini,
    embeddings: operations.embeddings ?? operations['embed-content'],
    moderations: operations.moderations,
    rerank: operations.rerank,
    'image-generation': operations['image-generation'],
    'image-edit': operations['image-edit'],
    speech: operations.speech,
    transcription: operations.transcription,
    translation: operations.translation,
    realtime: api.realtime,
    'count-tokens': api.countTokens,
    'drawing-tasks': tasks.drawing,
    'music-tasks': tasks.music,
    'video-tasks': tasks.video,
    'model-list': api.models ?? api.listModels,
    balance,
  };
  return channelCapability.options.filter((name) => has[name] !== undefined);
}
