import { ApiError } from '../../../core/api-error.js';
import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { systemWithJson } from '../../canonical/json-mode.js';
import type { ChatCodec, Target, UpstreamCall } from '../provider.js';
import { addressOf, chatHeaders } from './address.js';
import { rulesOf } from './models.js';
import { effortOf, serviceTiers } from './request.js';
import { readResponse } from './responses-answer.js';
import { inputItems } from './responses-items.js';
import { readResponseStream } from './responses-stream.js';
import type { ModelRules, Shape } from './shape.js';

/** OpenAI refuses less. */
const LEAST_OUTPUT_TOKENS = 16;

/**
 * Chats asked for through OpenAI's Responses: some models are offered only there (spec/relay-and-billing.md E3, other
 * direction; spec/providers.md 15.4). What Responses has no word for and answers hardly show (seed, penalties, logit bias)
 * is left out, as for other vendors.
 */
export const chatViaResponses = (shape: Shape): ChatCodec => ({
  request: (chat, target) => request(chat, target, shape),
  answer: readResponse,
  stream: readResponseStream,
});

/** @throws Refusal 400 for stop sequences, without which an answer would be another one */
function request(chat: CanonicalChat, target: Target, shape: Shape): UpstreamCall {
  if (chat.stop?.length)
    throw new ApiError('unsupported_parameter', { detail: 'stop: not supported by this model' });
  const rules = (shape.rules ?? rulesOf)(target.model);
  const effort = rules.effort ?? effortOf(chat.reasoning, rules.model);
  const system = systemWithJson(chat);
  const body: Record<string, unknown> = {
    model: rules.model,
    ...members(chat, rules),
    reasoning: effort === undefined ? undefined : { effort },
    ...tools(chat),
    stream: chat.stream || undefined,
    // Nobody could go on from it: clients of other protocols send the whole conversation again.
    store: false,
    instructions: system.length > 0 ? system.map(({ text }) => text).join('\n') : undefined,
    input: inputItems(chat.turns, rules.developer ? 'developer' : 'system'),
  };
  for (const [name, value] of Object.entries(target.override ?? {})) {
    if (name !== 'stream' && name !== 'background') body[name] = value;
  }
  return {
    method: 'POST',
    url: addressOf(shape, '/v1/responses', target),
    headers: chatHeaders(target, chat.stream, shape),
    // Members that are undefined are left out.
    body: Buffer.from(JSON.stringify(body)),
    reasoningEffort: effort,
  };
}

function members(chat: CanonicalChat, rules: ModelRules): Record<string, unknown> {
  const { maxTokens, responseFormat, verbosity } = chat;
  const fields: Record<string, unknown> = {
    max_output_tokens: maxTokens === undefined ? undefined : Math.max(maxTokens, LEAST_OUTPUT_TOKENS),
    temperature: chat.temperature,
    top_p: chat.topP,
    logprobs: chat.logprobs,
    top_logprobs: chat.logprobs ? chat.topLogprobs : undefined,
    text:
      responseFormat || verbosity !== undefined ? { format: responseFormatOf(chat), verbosity } : undefined,
    prompt_cache_key: chat.promptCacheKey,
    user: chat.user,
    service_tier: serviceTiers.has(chat.serviceTier ?? '') ? chat.serviceTier : undefined,
    metadata: chat.metadata,
  };
  for (const name of rules.refused) fields[name] = undefined;
  const { logprobs, ...others } = fields;
  return logprobs ? { ...others, include: ['message.output_text.logprobs'] } : others;
}

/** The schema's members stand beside its type here. */
function responseFormatOf({ responseFormat: format }: CanonicalChat): unknown {
  switch (format?.type) {
    case 'json':
      return { type: 'json_object' };
    case 'schema':
      return { ...format, type: 'json_schema' };
    default:
      return format;
  }
}

function tools(chat: CanonicalChat): Record<string, unknown> {
  if (chat.tools.length === 0) return {};
  const choice = chat.toolChoice;
  return {
    tools: chat.tools.map(toolOf),
    tool_choice: choice?.type === 'tool' ? { type: 'function', name: choice.name } : choice?.type,
    parallel_tool_calls: chat.parallelTools,
  };
}

/** Unasked, Responses take schemas strictly and chats do not. */
function toolOf({ name, description, parameters, strict = false }: CanonicalTool): object {
  return {
    type: 'function',
    name,
    description,
    parameters: parameters ?? { type: 'object', properties: {} },
    strict,
  };
}
