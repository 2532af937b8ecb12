import type { CanonicalChat } from '../dialects/canonical/chat.js';
import type { Usage } from '../dialects/canonical/usage.js';
import { embeddings } from '../dialects/operations/embeddings.js';
import type { Operation, OperationName } from '../dialects/operations/operation.js';
import { rerank } from '../dialects/operations/rerank.js';
import type { Provider, Target, UpstreamCall } from '../dialects/providers/provider.js';

/** One small request, and how its answer is read. */
export interface Question {
  readonly call: UpstreamCall;
  /** Undefined when the vendor told none. @throws UpstreamError for an error inside a 2xx answer and for an unusable one */
  read(body: unknown): Usage | undefined;
}

/** Reasoning models spend output on thinking before the first visible word. */
const REASONING_TOKENS = 1000;
const VECTORS_ONLY = 44;
const VECTORS = /embed|bge-|^m3e|^tao-8k/i;
const NOT_ASKED =
  /dall-e|gpt-image|imagen|flux|cogview|wanx|seedream|-image|tts|whisper|moderation|transcribe/i;

/** Nobody can ask channels of this kind: no provider, or none that speaks so. */
export class Untestable extends Error {}

/**
 * What a channel's model is asked: for vectors, for an order, or to say something.
 * @param target whose `model` is the name after the channel's mapping
 * @throws Untestable
 */
export function questionFor(provider: Provider | undefined, target: Target): Question {
  const { model, type } = target;
  if (/rerank/i.test(model))
    return operation(provider, target, 'rerank', rerank, { query: 'hi', documents: ['hi', 'hello'] });
  if (type === VECTORS_ONLY || VECTORS.test(model))
    return operation(provider, target, 'embeddings', embeddings, { input: ['hello world'] });
  if (NOT_ASKED.test(model)) throw new Untestable(`model ${model} cannot be tested with a question`);
  const chat = provider?.chat;
  if (!chat) throw new Untestable(noAdaptor(type));
  return { call: chat.request(greeting(model), target), read: (body) => chat.answer(body).usage };
}

function operation(
  provider: Provider | undefined,
  target: Target,
  name: OperationName,
  { read }: Operation,
  fields: object,
): Question {
  const codec = provider?.operations?.[name];
  if (!codec) throw new Untestable(noAdaptor(target.type));
  const body = Buffer.from(JSON.stringify({ model: target.requestedModel, ...fields }));
  const request = read({ body, contentType: 'application/json', path: target.path });
  return {
    call: codec.request(request, target),
    // Vendors need not tell what these used: then it is what was estimated.
    read: (answer) => codec.answer?.(answer, request).usage ?? request.estimate,
  };
}

function noAdaptor(type: number): string {
  return `invalid api type: ${type}, adaptor is nil`;
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
  if (/^(?:o[134]|gpt-5)/.test(model)) return REASONING_TOKENS;
  if (model.includes('thinking')) return model.includes('claude') ? undefined : 50;
  return model.includes('gemini') ? 300 : 10;
}
