import { urlEncoded } from '../../kit/forwarded-query.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import {
  usualPaths,
  type UpstreamPath,
  type UpstreamSetting,
} from '../../../contract/resources/channels/channel-upstream.js';
import type { OperationName } from '../../operations/operation.js';
import { anthropic } from '../anthropic/index.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { thinkingFamilies } from '../../kit/openai/compatible-rules.js';
import { maybeTakesCacheHints } from '../../kit/openai/chat-request/cache-hints.js';
import { chatViaResponses } from '../../kit/openai/responses/chat-via-responses.js';
import {
  allOperations,
  openAICompatible,
  type OpenAICompatibleOptions,
} from '../../kit/openai/openai-compatible.js';
import { nativeResponses } from '../../kit/openai/responses/native-responses.js';
import type { ChatCodec, NativeCodec, Provider, Target, UpstreamCall } from '../../kit/provider.js';

const OPERATIONS: Readonly<Partial<Record<UpstreamPath, OperationName>>> = {
  embeddings: 'embeddings',
  moderations: 'moderations',
  rerank: 'rerank',
  images: 'image-generation',
  images_edit: 'image-edit',
  speech: 'speech',
  transcription: 'transcription',
  translation: 'translation',
};

/** The complete address of a channel without paths: the URL of its only endpoint. */
export function wholeAddress(_path: string, { baseUrl }: Target, model: string): string {
  return filled(baseUrl, model);
}

/** How an upstream with this setting is called. Without paths, the address of the channel is the URL of every call. */
export function customUpstream(setting: UpstreamSetting): Provider {
  const { paths = {} } = setting;
  const headers = (target: Target) => headersOf(setting, target);
  const hasPaths = Object.keys(paths).length > 0;
  const shared = { headers, refusesCacheHints: maybeTakesCacheHints, modelsAccept: thinkingFamilies };
  if (!hasPaths) return openAICompatible({ ...shared, serves: allOperations, url: wholeAddress });
  const options: OpenAICompatibleOptions = {
    ...shared,
    url: (path, { baseUrl }, model) => urlOf(paths, path, baseUrl, model),
    serves: Object.entries(OPERATIONS).flatMap(([path, name]) => (path in paths ? [name] : [])),
    ...(paths.completions !== undefined && { completions: usualPaths.completions }),
    ...(paths.chat === undefined && { chat: false }),
    ...(paths.models === undefined && { models: false }),
  };
  const provider = openAICompatible({
    ...options,
    native: {
      ...(paths.responses !== undefined && { 'openai-responses': nativeResponses(options) }),
      ...(paths.messages !== undefined && { 'anthropic-messages': messages(setting, paths.messages) }),
    },
  });
  if (paths.chat !== undefined) return withResponses(provider, options, paths.responses !== undefined);
  if (paths.responses !== undefined) return { ...provider, chat: chatViaResponses(options) };
  if (paths.messages === undefined) return provider;
  return { ...provider, chat: messagesChat(setting, paths.messages), readError: anthropic.readError };
}

function withResponses(provider: Provider, options: OpenAICompatibleOptions, serves: boolean): Provider {
  return serves ? { ...provider, viaResponses: chatViaResponses(options) } : provider;
}

function urlOf(
  paths: NonNullable<UpstreamSetting['paths']>,
  path: string,
  baseUrl: string,
  model: string,
): string {
  const [pathname = '', query] = path.split('?', 2);
  for (const [name, template] of Object.entries(paths)) {
    // Calls on stored responses are below the path of `responses`.
    const usual = usualPaths[name as UpstreamPath];
    if (pathname !== usual && !pathname.startsWith(`${usual}/`)) continue;
    // What follows the path of the operation precedes the query of its template: the number of a stored response.
    const [start = '', own] = filled(template, model).split('?', 2);
    const parameters = [own, query].filter(Boolean).join('&');
    const url = filled(baseUrl, model) + start + pathname.slice(usual.length);
    return parameters === '' ? url : `${url}?${parameters}`;
  }
  throw new ApiError('convert_request_failed', { detail: `the channel has no path for ${pathname}` });
}

function filled(template: string, model: string): string {
  return template.replaceAll('{model}', urlEncoded(model));
}

function headersOf({ auth = 'bearer', auth_header: name, headers = {} }: UpstreamSetting, { key }: Target) {
  const all: Record<string, string> = {};
  if (auth === 'bearer') Object.assign(all, bearerHeaders({ key }));
  else if (auth !== 'none') all[(auth === 'header' ? (name ?? '') : auth).toLowerCase()] = key;
  for (const [header, value] of Object.entries(headers))
    all[header.toLowerCase()] = value.replaceAll('{key}', key);
  return all;
}

/** Anthropic's Messages API at another path, with the headers of the setting. */
function messages(setting: UpstreamSetting, template: string): NativeCodec {
  const { 'anthropic-messages': native } = anthropic.native;
  return {
    ...native!,
    // Without chat, the responses are read in Anthropic's format.
    reader: { answer: anthropic.chat!.answer, stream: anthropic.chat!.stream },
    request: (body, change, target) =>
      redirected(native!.request(body, change, target), setting, template, target),
  };
}

function messagesChat(setting: UpstreamSetting, template: string): ChatCodec {
  const chat = anthropic.chat!;
  return {
    ...chat,
    request: (canonical, target) => redirected(chat.request(canonical, target), setting, template, target),
  };
}

function redirected(
  call: UpstreamCall,
  setting: UpstreamSetting,
  template: string,
  target: Target,
): UpstreamCall {
  const { 'x-api-key': _key, ...headers } = call.headers;
  const [start = '', own] = filled(template, target.model).split('?', 2);
  const parameters = [own, call.url.split('?', 2)[1]].filter(Boolean).join('&');
  const url = filled(target.baseUrl, target.model) + start;
  return {
    ...call,
    url: parameters === '' ? url : `${url}?${parameters}`,
    headers: { ...headers, ...headersOf(setting, target) },
  };
}
