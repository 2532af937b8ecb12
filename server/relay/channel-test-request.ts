import { ApiError } from '../contract/errors/api-error.js';
import type { CanonicalChat } from '../dialects/canonical/chat.js';
import type { CanonicalResponse } from '../dialects/canonical/events.js';
import { estimatePrompt } from '../dialects/canonical/estimate.js';
import { UpstreamError, type UpstreamFailure } from '../dialects/canonical/failure.js';
import { OutputMeter } from '../dialects/canonical/meter.js';
import { modelKind, type ModelKind } from '../contract/model-kind.js';
import { makersName } from '../contract/model-name.js';
import { noUsage, type Usage } from '../dialects/canonical/usage.js';
import { embeddings } from '../dialects/operations/embeddings.js';
import type { Operation, OperationName } from '../dialects/operations/operation.js';
import { rerank } from '../dialects/operations/rerank.js';
import { foldEvents } from '../dialects/canonical/fold.js';
import { invalidResponse } from '../dialects/kit/provider-error.js';
import type { ChatCodec, Provider, Target, UpstreamCall } from '../dialects/kit/provider.js';
import type { Reply } from './upstream/request.js';
import { SseReader } from './upstream/sse.js';

/** A small test request and the reader of its response. */
export interface TestRequest {
  readonly call: UpstreamCall;
  /**
   * The reported usage, or an estimate if the provider reports none.
   * @throws UpstreamError for an error in a 2xx response and for an invalid one
   */
  read(reply: Reply): Usage;
}

/** How a model is called in a test. `responses`: a conversation through OpenAI's Responses API. */
export const testKinds = ['chat', 'responses', 'embeddings', 'rerank'] as const;
export type TestKind = (typeof testKinds)[number];

/** Reasoning models spend output tokens before the first visible text. */
const REASONING_TOKENS = 1000;
/** The least output limit that OpenAI's Responses API accepts. */
const MIN_TOKENS = 16;
/** For a model that rejects the first limit as too low. Undefined: without a limit, for models that reject any. */
const HIGHER_LIMITS = [4096, undefined] as const;
const REASONING = /^(?:o\d|gpt-[5-9]|gpt-oss|codex)/;
/** A test of them is not free, or not possible with a short text. */
const NOT_TESTABLE: readonly ModelKind[] = ['image', 'speech', 'transcription', 'moderation'];

/**
 * The ways to call a model in a test, the likeliest first. Names do not always tell what a model does, so what else the
 * provider has follows.
 * @param remembered what worked in an earlier test
 * @throws ApiError channel_test_unsupported: there is no provider, or it does not support the operation
 * @throws ApiError model_not_testable: a test of such models is not free or not possible with a short text
 */
export function kindsToTry(
  provider: Provider | undefined,
  { model, type }: Pick<Target, 'model' | 'type'>,
  remembered: TestKind | undefined,
): readonly TestKind[] {
  const offered = testKinds.filter((kind) => isOffered(provider, kind));
  const [first] = offered;
  if (first === undefined) throw unsupported(type);
  if (remembered && offered.includes(remembered)) return likeliestFirst(remembered, offered);
  const named = kindOfName(model);
  if (named && named !== 'not-testable') {
    if (!offered.includes(named)) throw unsupported(type);
    return likeliestFirst(named, offered);
  }
  const embedsOnly = first === 'embeddings';
  if (named === 'not-testable' && !embedsOnly) throw new ApiError('model_not_testable', { model });
  return offered;
}

function isOffered(provider: Provider | undefined, kind: TestKind): boolean {
  if (kind === 'chat') return provider?.chat !== undefined;
  if (kind !== 'responses') return provider?.operations?.[kind] !== undefined;
  const isChat = provider?.viaResponses === provider?.chat;
  return provider?.viaResponses !== undefined && provider.native['openai-responses'] !== undefined && !isChat;
}

function kindOfName(model: string): TestKind | 'not-testable' | undefined {
  const kind = modelKind(model);
  if (kind === 'rerank' || kind === 'embeddings') return kind;
  return NOT_TESTABLE.includes(kind) ? 'not-testable' : undefined;
}

function likeliestFirst(likeliest: TestKind, offered: readonly TestKind[]): readonly TestKind[] {
  return [likeliest, ...offered.filter((kind) => kind !== likeliest)];
}

/**
 * Builds the test requests for a model: embeddings, rerank or a short conversation. The next one is for an upstream that
 * rejected the output limit of the one before.
 * @param target its `model` is the name after the channel's mapping
 * @throws ApiError channel_test_unsupported: the provider does not have this kind
 */
export function* testRequests(
  provider: Provider | undefined,
  target: Target,
  kind: TestKind,
): Generator<TestRequest, void> {
  if (kind === 'rerank') {
    yield operation(provider, target, 'rerank', rerank, { query: 'hi', documents: ['hi', 'hello'] });
    return;
  }
  if (kind === 'embeddings') {
    yield operation(provider, target, 'embeddings', embeddings, { input: ['hello world'] });
    return;
  }
  const chat = kind === 'chat' ? provider?.chat : provider?.viaResponses;
  if (!chat) throw unsupported(target.type);
  for (const limit of [limitFor(target.model), ...HIGHER_LIMITS]) {
    const sent = greeting(target.model, limit);
    yield { call: chat.request(sent, target), read: (reply) => chatUsage(chat, sent, reply) };
  }
}

/** Whether the upstream rejected the output limit, or reached it before it could answer. */
export function isAboutLimit({ status, message }: UpstreamFailure): boolean {
  return status === 400 && /max_(?:completion_|output_)?tokens|output limit/i.test(message);
}

/** Statuses of requests that a model does not take in this form. */
const REJECTED_FORM: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 501]);

/** Whether the model may work when it is called in another way. */
export function mayBeOtherKind({ status, code, disables }: UpstreamFailure): boolean {
  return REJECTED_FORM.has(status) && !disables && code !== 'model_not_found';
}

/**
 * An answer that was cut by the output limit still shows that the model works, if it has usage or thoughts.
 * @throws UpstreamError for an answer without content and usage
 */
function chatUsage(chat: ChatCodec, sent: CanonicalChat, reply: Reply): Usage {
  const { usage, parts } = chatAnswer(chat, reply);
  if (usage) return usage;
  const isEmpty = parts.every((part) => part.type === 'text' && part.text === '');
  if (isEmpty) throw new UpstreamError(invalidResponse('the answer is empty'));
  // Estimated, as for a client's request.
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

function greeting(model: string, maxTokens: number | undefined): CanonicalChat {
  return {
    model,
    system: [],
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
    tools: [],
    maxTokens,
    stream: false,
    includeUsage: false,
  };
}

function limitFor(model: string): number | undefined {
  if (REASONING.test(makersName(model))) return REASONING_TOKENS;
  if (model.includes('thinking')) return model.includes('claude') ? undefined : 50;
  return model.includes('gemini') ? 300 : MIN_TOKENS;
}
