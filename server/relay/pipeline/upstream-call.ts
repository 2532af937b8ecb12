import { ApiError } from '../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../dialects/canonical/chat.js';
import { estimateTokens } from '../../dialects/canonical/estimate.js';
import type { Provider, Target, UpstreamCall } from '../../dialects/providers/provider.js';
import { withoutThoughts } from '../stored/expand-request.js';
import type { Attempt, Interrupted } from './attempt-result.js';
import type { AttemptServices } from './attempt-services.js';
import { invalidResponse } from './invalid-response.js';
import type { Outcome } from './outcome.js';
import { limitChat, limitedBody } from './output-limit.js';
import { fetchMedia, remoteParts } from './remote-media.js';
import { instructChat, instructedBody } from './system-prompt.js';

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
  const { exchange, params, operation, previous, outputLimit } = request;
  const { protocol } = exchange;
  const native = provider.native[protocol.name];
  const { storeTranslated, passThroughRequests } = services.settings.current;
  // Where the gateway stores no responses, the translation below rejects the request and names the field.
  if (previous.unknownResponseId !== undefined && (operation || native || storeTranslated))
    throw new ApiError('response_not_found', { id: previous.unknownResponseId });
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
    return native.request(
      limitedBody(protocol, outputLimit, body),
      {
        model: target.model,
        stream: params.stream,
        includeUsage: params.stream && !passThrough,
        passThrough,
      },
      target,
    );
  }
  const chat = protocol.parse(request.body, exchange.path);
  if (chat.nativeOnly?.length)
    throw new ApiError('unsupported_parameter', {
      detail: `${chat.nativeOnly.join(', ')}: not supported by this model`,
    });
  if (storeTranslated && params.isKept) outcome.storedAs = `resp_${exchange.requestId}`;
  prepareChat(chat, builder);
  if (params.stream) chat.includeUsage = true;
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

/** Synchronous, unless the request refers to images or files by URL that the provider would not fetch itself. */
function translate(
  chat: CanonicalChat,
  { attempt, provider: { chat: codec }, target, outcome, services }: CallBuilder,
): UpstreamCall | Promise<UpstreamCall> {
  if (!codec) throw new Error('a conversation was sent to a channel that serves none');
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
