import { ApiError } from '../contract/errors/api-error.js';
import type { CanonicalChat } from '../dialects/canonical/chat.js';
import type { CanonicalResponse } from '../dialects/canonical/events.js';
import { estimatePrompt } from '../dialects/canonical/estimate.js';
import { UpstreamError } from '../dialects/canonical/failure.js';
import { OutputMeter } from '../dialects/canonical/meter.js';
import { makersName } from '../core/model-name.js';
import { noUsage, type Usage } from '../dialects/canonical/usage.js';
import { embeddings } from '../dialects/operations/embeddings.js';
import type { Operation, OperationName } from '../dialects/operations/operation.js';
import { rerank } from '../dialects/operations/rerank.js';
import { foldEvents } from '../dialects/canonical/fold.js';
import { invalidResponse } from '../dialects/providers/openai/provider-error.js';
import type { ChatCodec, Provider, Target, UpstreamCall } from '../dialects/providers/provider.js';
import type { Reply } from './upstream/request.js';
import { SseReader } from './upstream/sse.js';

/** A small test request and the reader of its response. */
export interface TestRequest {
  readonly call: UpstreamCall;
  /**
   * Undefined if the provider reported no usage. @throws UpstreamError for an error in a 2xx response and for an invalid one
   */
  read(reply: Reply): Usage | undefined;
}

/** Reasoning models spend output tokens before the first visible text. */
const REASONING_TOKENS = 1000;
const VECTORS = /embed|bge-|^m3e|^tao-8k/i;
const NOT_TESTABLE =
  /dall-e|gpt-image|imagen|flux|cogview|wanx|-t2i|seedream|-image|^image-|tts|whisper|moderation|transcribe/i;

/**
 * Builds the test request for a channel's model: embeddings, rerank or a short chat.
 * @param target its `model` is the name after the channel's mapping
 * @throws ApiError channel_test_unsupported: there is no provider, or it does not support the operation
 * @throws ApiError model_not_testable: a test of such models is not free or not possible with a short text
 */
export function testRequestFor(provider: Provider | undefined, target: Target): TestRequest {
  const { model, type } = target;
  if (/rerank/i.test(model))
    return operation(provider, target, 'rerank', rerank, { query: 'hi', documents: ['hi', 'hello'] });
  const embedsOnly = !provider?.chat && provider?.operations?.embeddings;
  if (embedsOnly || VECTORS.test(model))
    return operation(provider, target, 'embeddings', embeddings, { input: ['hello world'] });
  if (NOT_TESTABLE.test(model)) throw new ApiError('model_not_testable', { model });
  const chat = provider?.chat;
  if (!chat) throw unsupported(type);
  const sent = greeting(model);
  return { call: chat.request(sent, target), read: (reply) => chatUsage(chat, sent, reply) };
}

/** @throws UpstreamError for an empty answer of a provider that reports no usage */
function chatUsage(chat: ChatCodec, sent: CanonicalChat, reply: Reply): Usage | undefined {
  const { usage, parts } = chatAnswer(chat, reply);
  if (usage || chat.reportsUsage !== false) return usage;
  if (parts.length === 0) throw new UpstreamError(invalidResponse('the answer is empty'));
  const meter = new OutputMeter();
  for (const part of parts) meter.part(part);
  return { ...noUsage(), input: estimatePrompt(sent), output: Math.ceil(meter.tokens) };
}

/** Some providers only stream. */
function chatAnswer(chat: ChatCodec, { headers, text, body }: Reply): CanonicalResponse {
  if (!String(headers['content-type']).includes('text/event-stream')) return chat.answer(body);
  const frames = new SseReader();
  const read = chat.stream();
  const events = [...frames.push(Buffer.from(text)), ...frames.flush()].flatMap((frame) => read(frame));
  return foldEvents(events);
}

function operation(
  provider: Provider | undefined,
  target: Target,
  name: OperationName,
  { read }: Operation,
  fields: object,
): TestRequest {
  const codec = provider?.operations?.[name];
  if (!codec) throw unsupported(target.type);
  const body = Buffer.from(JSON.stringify({ model: target.requestedModel, ...fields }));
  const request = read({ body, contentType: 'application/json', path: target.path });
  return {
    call: codec.request(request, target),
    // Providers may omit the usage of these operations; then the estimate is used.
    read: ({ body: answer }) => codec.answer?.(answer, request).usage ?? request.estimate,
  };
}

function unsupported(type: number): ApiError {
  return new ApiError('channel_test_unsupported', { detail: `invalid api type: ${type}, adaptor is nil` });
}

function greeting(model: string): CanonicalChat {
  return {
    model,
    system: [],
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
    tools: [],
    maxTokens: limitFor(model),
    stream: false,
    includeUsage: false,
  };
}

function limitFor(model: string): number | undefined {
  if (/^(?:o\d|gpt-[5-9]|codex)/.test(makersName(model))) return REASONING_TOKENS;
  if (model.includes('thinking')) return model.includes('claude') ? undefined : 50;
  return model.includes('gemini') ? 300 : 10;
}
