import { baseUrlOf } from '../../channels/base-urls.js';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { ChannelKey } from '../../channels/channel-keys.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../dialects/canonical/chat.js';
import { estimateTokens } from '../../dialects/canonical/estimate.js';
import { OutputMeter } from '../../dialects/canonical/meter.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';
import type { Provider, Target, UpstreamCall } from '../../dialects/providers/provider.js';
import { providerOfModel } from './channel-provider.js';
import { AnswerReceiver } from './answer-receiver.js';
import type { AttemptServices } from './attempt-services.js';
import type { BrokenAnswer } from './continuation.js';
import { known, type RelayContext } from './context.js';
import type { Outcome } from './outcome.js';
import { limitChat, limitedBody, limitedOverride } from './output-limit.js';
import { withoutThoughts } from '../stored/expand-request.js';
import { fetchMedia, remoteParts } from './remote-media.js';
import { mapModel } from './model-mapping.js';
import { instructChat, instructedBody } from './system-prompt.js';
import { invalidResponse } from './invalid-response.js';
import type { CompiledSettings } from './settings.js';

const FORWARDED = [
  'accept',
  'anthropic-version',
  'anthropic-beta',
  'openai-beta',
  'idempotency-key',
] as const;

/**
 * One attempt on one channel: builds the upstream call, sends it and receives the response.
 * @throws UpstreamError when there was no response and the client has received nothing yet
 * @throws ApiError when the request cannot be expressed for this channel; nothing was sent then
 */
export function callChannel(
  context: RelayContext,
  channel: RoutableChannel,
  key: ChannelKey,
  services: AttemptServices,
): Promise<void> {
  const requested = known(context.read).model;
  const upstreamModel = mapModel(channel.modelMapping, requested);
  const provider = providerOfModel(channel, upstreamModel);
  const { operation, protocol } = context.exchange;
  if (!provider || !(operation ? provider.operations?.[operation.name] : speaks(provider, protocol)))
    throw new ApiError('convert_request_failed', {
      detail: `channel type ${channel.type} cannot serve this route`,
    });
  context.outcome = freshOutcome(channel.id, key, upstreamModel, requested, provider);
  const target = targetFor(context, channel, upstreamModel, services.settings.current);
  const described = context.broken
    ? continueStream(context, context.broken, channel, provider, target, services)
    : describe(context, channel, provider, target, services);
  return described instanceof Promise
    ? described.then((call) => receive(context, channel, provider, services, call))
    : receive(context, channel, provider, services, described);
}

/** A separate function, so that the data the call was built from is not kept alive while the response runs. */
function receive(
  context: RelayContext,
  channel: RoutableChannel,
  provider: Provider,
  services: AttemptServices,
  call: UpstreamCall,
): Promise<void> {
  known(context.outcome).reasoningEffort = call.reasoningEffort;
  return new Promise<void>((resolve, reject) => {
    const receiver = new AnswerReceiver(context, channel, provider, services, resolve, reject);
    receiver.start(call);
  });
}

/** The initial outcome of an attempt. */
export function freshOutcome(
  channelId: number,
  key: ChannelKey,
  upstreamModel: string,
  requested: string,
  { countsCacheApart }: Provider,
): Outcome {
  return {
    channelId,
    key,
    upstreamModel,
    isModelMapped: upstreamModel !== requested,
    countsCacheApart: countsCacheApart === true,
    answered: false,
    firstDataMs: undefined,
    usage: undefined,
    meter: new OutputMeter(),
    reasoningEffort: undefined,
    answerId: undefined,
  };
}

/** Whether this provider can serve chats of clients of this protocol, translated or natively. */
function speaks(provider: Provider, { name }: Protocol): boolean {
  return provider.chat !== undefined || provider.native[name] !== undefined;
}

/** Builds the call: from the client's bytes where client and provider use the same protocol, else by translation. */
function describe(
  context: RelayContext,
  channel: RoutableChannel,
  provider: Provider,
  target: Target,
  services: AttemptServices,
): UpstreamCall | Promise<UpstreamCall> {
  const { protocol, operation, body, path } = context.exchange;
  const native = provider.native[protocol.name];
  // Where the gateway stores no responses, the translation below rejects the request and names the field.
  const stores = services.settings.current.storeTranslated;
  context.storedAs = undefined;
  if (context.lost !== undefined && (operation || native || stores))
    throw new ApiError('response_not_found', { id: context.lost });
  if (operation)
    return known(provider.operations?.[operation.name]).request(known(context.operation), target);
  const { stream } = known(context.read);
  if (native) {
    const passThrough = services.settings.current.passThroughRequests || channel.setting.passThroughBody;
    const own = context.isExpanded ? withoutThoughts(body) : body;
    return native.request(
      limitedBody(context, passThrough ? own : instructedBody(context, channel, own)),
      { model: target.model, stream, includeUsage: stream && !passThrough, passThrough },
      target,
    );
  }
  const chat = protocol.parse(body, path);
  if (chat.nativeOnly?.length)
    throw new ApiError('unsupported_parameter', {
      detail: `${chat.nativeOnly.join(', ')}: not supported by this model`,
    });
  if (stores && context.read?.isKept) context.storedAs = `resp_${context.exchange.requestId}`;
  chat.model = target.model;
  limitChat(context, chat);
  instructChat(context, chat, channel);
  if (stream) chat.includeUsage = true;
  return translate(context, chat, provider, target, services);
}

/** Synchronous, unless the request refers to images or files by URL that the provider would not fetch itself. */
function translate(
  context: RelayContext,
  chat: CanonicalChat,
  provider: Provider,
  target: Target,
  services: AttemptServices,
): UpstreamCall | Promise<UpstreamCall> {
  const codec = known(provider.chat);
  const parts = codec.mustFetch ? remoteParts(chat, codec.mustFetch) : [];
  if (parts.length === 0) return codec.request(chat, target);
  const left = new AbortController();
  context.whenClientLeaves(() => left.abort());
  return fetchMedia(parts, services.media, left.signal)
    .then(() => codec.request(chat, target))
    .finally(() => context.whenClientLeaves(undefined));
}

/**
 * Requests the whole response again, or only the rest where the model continues from a given beginning. Always
 * translated, because the renderer that wrote the beginning also writes the rest.
 */
function continueStream(
  context: RelayContext,
  { text, outcome: before }: BrokenAnswer,
  channel: RoutableChannel,
  provider: Provider,
  target: Target,
  services: AttemptServices,
): UpstreamCall | Promise<UpstreamCall> {
  const { protocol, body, path } = context.exchange;
  const outcome = known(context.outcome);
  outcome.firstDataMs = before.firstDataMs;
  if (!provider.chat) throw invalidResponse('no conversation to carry on with');
  const chat = protocol.parse(body, path);
  if (chat.nativeOnly?.length) throw invalidResponse('nobody else can do what was asked');
  chat.model = target.model;
  limitChat(context, chat);
  instructChat(context, chat, channel);
  chat.includeUsage = true;
  if (provider.chat.prefills?.(chat) && text.trimEnd() === text) {
    chat.turns.push({ role: 'assistant', parts: [{ type: 'text', text }] });
    outcome.prefilled = estimateTokens(text);
    outcome.meter.add({ type: 'text-delta', text });
  }
  return translate(context, chat, provider, target, services);
}

/** The chosen channel as its provider sees it. @param model upstream model name */
export function targetFor(
  context: RelayContext,
  channel: RoutableChannel,
  model: string,
  settings: CompiledSettings,
): Target {
  const { request, path } = context.exchange;
  const headers: Record<string, string> = {};
  for (const name of FORWARDED) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return {
    type: channel.type,
    baseUrl: channel.baseUrl || baseUrlOf(channel.type),
    key: context.outcome?.key.key ?? channel.keys[0]?.key ?? '',
    model,
    requestedModel: known(context.read).model,
    organization: channel.organization,
    other: channel.other,
    path,
    headers,
    override: limitedOverride(context, channel.paramOverride),
    settings: settings.providers,
    ...(settings.cacheTranslated && hintsPay(context) && { addsCacheHints: true }),
  };
}

/**
 * Whether a prefix that is sent twice costs the user less with a cache hint. It does not where the price of cache reads
 * is unknown: reads are then charged like other input, and writes cost more. Where the hold limits the output, the hold
 * does not cover the more expensive write.
 */
function hintsPay({ plan, outputLimit }: RelayContext): boolean {
  if (!plan || outputLimit !== undefined) return false;
  const { free, creationRatio, cacheRatio } = plan.price;
  return free || creationRatio + cacheRatio < 2;
}
