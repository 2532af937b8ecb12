import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../../dialects/canonical/chat.js';
import type { ProtocolName } from '../../../dialects/protocols/protocol.js';
import { estimateTokens } from '../../../dialects/canonical/estimate.js';
import { scanObject } from '../../../dialects/json/scan.js';
import { splice } from '../../../dialects/json/splice.js';
import { attachThoughts, ThoughtCollector } from '../../../dialects/canonical/thoughts.js';
import type {
  ChatCodec,
  Provider,
  Target,
  ThoughtRules,
  UpstreamCall,
} from '../../../dialects/kit/provider.js';
import { withoutThoughts } from '../../stored/expand-request.js';
import { conversationFingerprint } from '../../stored/thought-signatures.js';
import type { Attempt, Interrupted } from './attempt-result.js';
import type { AttemptServices } from './attempt-services.js';
import { invalidResponse } from '../answer/invalid-response.js';
import { isViaChat } from './channel-provider.js';
import type { Outcome } from '../answer/outcome.js';
import { limitChat, limitedBody } from '../reserve/output-limit.js';
import { fetchMedia, remoteParts } from '../plan/remote-media.js';
import { instructChat, instructedBody } from '../plan/system-prompt.js';

/** The client protocols as their documentation calls them. */
const APIS: Readonly<Record<ProtocolName, string>> = {
  'openai-chat': "OpenAI's Chat Completions API",
  'openai-completions': "OpenAI's Completions API",
  'openai-responses': "OpenAI's Responses API",
  'anthropic-messages': "Anthropic's Messages API",
  gemini: "Google's Gemini API",
};

/** The member by which clients ask this gateway for the cost; providers without it may refuse it. */
const WITHOUT_USAGE: ReadonlyMap<string, undefined> = new Map([['usage', undefined]]);

/** Builds upstream calls for one attempt. */
export interface CallBuilder {
  readonly attempt: Attempt;
  readonly provider: Provider;
  readonly target: Target;
  /** Receives what the log reports about the call. */
  readonly outcome: Outcome;
  readonly services: AttemptServices;
}

/**
 * Builds the call: from the client's bytes where client and provider use the same protocol, else by translation. An
 * interrupted response is requested again, always by translation.
 * @throws ApiError when the request cannot be expressed for this channel, UpstreamError when the channel cannot finish the
 *   interrupted response
 */
export function upstreamCall(builder: CallBuilder): UpstreamCall | Promise<UpstreamCall> {
  const { interrupted } = builder.attempt;
  return interrupted ? continuingCall(builder, interrupted) : firstCall(builder);
}

function firstCall(builder: CallBuilder): UpstreamCall | Promise<UpstreamCall> {
  const { attempt, provider, target, outcome, services } = builder;
  const { request, channel } = attempt;
  const { exchange, params, operation, previous } = request;
  const { protocol } = exchange;
  const native = provider.native[protocol.name];
  const { storeTranslated, passThroughRequests } = services.settings.current;
  // Where the gateway stores no responses, the translation below rejects the request and names the field.
  if (previous.unknownResponseId !== undefined && (operation || native || storeTranslated))
    throw new ApiError('response_not_found', { id: previous.unknownResponseId });
  if (exchange.operation?.viaChat && isViaChat(provider, exchange.operation)) {
    outcome.isConversation = true;
    return translatedCall(exchange.operation.viaChat.parse(request.body), builder);
  }
  if (operation) return operationCall(builder);
  if (native) {
    const passThrough = passThroughRequests || channel.setting.passThroughBody;
    let body = previous.isExpanded ? withoutThoughts(request.body) : request.body;
    if (!passThrough) {
      const instructed = instructedBody(protocol, channel, body);
      if (instructed) {
        body = instructed.body;
        outcome.systemPromptBefore = instructed.before;
      }
    }
    if (!passThrough && params.includeCost !== undefined && !provider.chat?.rules?.(target.model).usageMember)
      body = splice(scanObject(body), WITHOUT_USAGE);
    return native.request(
      limitedBody(protocol, request, body),
      {
        model: target.model,
        stream: params.stream,
        includeUsage: params.stream && !passThrough,
        passThrough,
      },
      target,
    );
  }
  return translatedCall(protocol.parse(request.body, exchange.path), builder);
}

/** @throws ApiError unsupported_parameter for what only channels with the client's protocol support */
function translatedCall(chat: CanonicalChat, builder: CallBuilder): UpstreamCall | Promise<UpstreamCall> {
  const { outcome, provider, services } = builder;
  const { exchange, params, operation, caller, body } = builder.attempt.request;
  const { protocol } = exchange;
  if (chat.nativeOnly?.length)
    throw new ApiError('unsupported_parameter', {
      detail: `${chat.nativeOnly.join(', ')}: supported only by channels that serve ${APIS[protocol.name]} natively`,
    });
  const compacts = operation !== undefined || protocol.compacts?.(body);
  if (compacts) outcome.seal = (summary) => services.compactions.seal(caller.token.user.id, summary);
  if (services.settings.current.storeTranslated && params.isStored && !compacts)
    outcome.storedAs = `resp_${exchange.requestId}`;
  prepareChat(chat, builder);
  if (params.stream) chat.includeUsage = true;
  const thoughts = provider.chat?.thoughts?.(builder.target.model);
  if (thoughts && chat.tools.length > 0) {
    outcome.thoughts = new ThoughtCollector(thoughts.issuer);
    outcome.conversation = conversationFingerprint(chat);
  }
  return translate(chat, builder);
}

function operationCall({ attempt: { request }, provider, target, outcome }: CallBuilder): UpstreamCall {
  const { exchange, operation } = request;
  const codec = exchange.operation && provider.operations?.[exchange.operation.name];
  if (!codec || !operation) throw new Error('an operation was sent to a channel that does not serve it');
  outcome.estimate = codec.estimate?.(operation, target);
  return codec.request(operation, target);
}

/**
 * Requests the whole response again, or only the rest where the model continues from a given beginning. Always
 * translated, because the renderer that wrote the beginning also writes the rest.
 */
function continuingCall(
  builder: CallBuilder,
  { text, outcome: before }: Interrupted,
): UpstreamCall | Promise<UpstreamCall> {
  const { attempt, provider, outcome } = builder;
  const { exchange, body } = attempt.request;
  outcome.firstDataMs = before.firstDataMs;
  outcome.storedAs = before.storedAs;
  if (!provider.chat) throw invalidResponse('the channel serves no conversations');
  const chat = exchange.protocol.parse(body, exchange.path);
  if (chat.nativeOnly?.length) throw invalidResponse('only the first channel supports the request');
  prepareChat(chat, builder);
  chat.includeUsage = true;
  if (provider.chat.prefills?.(chat) && text.trimEnd() === text) {
    chat.turns.push({ role: 'assistant', parts: [{ type: 'text', text }] });
    outcome.prefilled = estimateTokens(text);
    outcome.meter.add({ type: 'text-delta', text });
  }
  return translate(chat, builder);
}

/** Sets the upstream's model name, the output limit of the hold and the channel's system prompt. */
function prepareChat(chat: CanonicalChat, { attempt, target, outcome }: CallBuilder): void {
  chat.model = target.model;
  limitChat(chat, attempt.request.outputLimit);
  const before = instructChat(chat, attempt.channel);
  if (before !== undefined) outcome.systemPromptBefore = before;
}

/**
 * Synchronous, unless stored reasoning must be looked up, or the request refers to images or files by URL that the provider
 * would not fetch itself.
 */
function translate(chat: CanonicalChat, builder: CallBuilder): UpstreamCall | Promise<UpstreamCall> {
  const { provider, target } = builder;
  const codec = provider.chat;
  if (!codec) throw new Error('a conversation was sent to a channel that serves none');
  const thoughts = codec.thoughts?.(target.model);
  const missing = thoughts?.missing(chat, target) ?? [];
  if (!thoughts || missing.length === 0) return translateWithMedia(chat, codec, builder);
  return restoreThoughts(chat, thoughts, missing, builder).then(() =>
    translateWithMedia(chat, codec, builder),
  );
}

/** Inserts the reasoning that the client did not send back and that is stored. Without it the request continues as it is. */
async function restoreThoughts(
  chat: CanonicalChat,
  thoughts: ThoughtRules,
  missing: readonly string[],
  { attempt: { request }, services }: CallBuilder,
): Promise<void> {
  try {
    const stored = await services.thoughts.find(
      request.caller.token.user.id,
      conversationFingerprint(chat),
      missing,
    );
    attachThoughts(chat, stored, thoughts.issuer);
  } catch (problem) {
    services.report(problem, request.exchange.requestId);
  }
}

function translateWithMedia(
  chat: CanonicalChat,
  codec: ChatCodec,
  { attempt, target, outcome, services }: CallBuilder,
): UpstreamCall | Promise<UpstreamCall> {
  const parts = codec.mustFetch ? remoteParts(chat, codec.mustFetch) : [];
  if (parts.length === 0) {
    const call = codec.request(chat, target);
    // Accepted requests only: the estimate reads the same parts of the conversation.
    if (codec.estimate) outcome.estimate = codec.estimate(chat);
    return call;
  }
  const { scope } = attempt.request;
  const left = new AbortController();
  scope.whenClientLeaves(() => left.abort());
  return fetchMedia(parts, services.media, left.signal)
    .then(() => codec.request(chat, target))
    .finally(() => scope.whenClientLeaves(undefined));
}
