import { ApiError } from '../../../../contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTool } from '../../../canonical/chat.js';
import { systemWithJson } from '../../../canonical/conversation/json-mode.js';
import { LEAST_OUTPUT_TOKENS } from '../../../canonical/conversation/least-output.js';
import type { ChatCodec, Target, UpstreamCall } from '../../provider.js';
import { responsesRules } from '../compatible-rules.js';
import { fitted } from '../../rules/fit-chat.js';
import { addressOf, chatHeaders } from '../address.js';
import { otherMode, RESPONSES_MODES } from '../chat-request/answer-modes.js';
import { rulesOf } from '../models.js';
import { effortOf, serviceTiers } from '../chat-request/request.js';
import { readResponse } from './responses-answer.js';
import { inputItems } from './responses-items.js';
import { readResponseStream } from './responses-stream.js';
import type { ModelRules, OpenAIDialect } from '../dialect.js';

/**
 * Chat through OpenAI's Responses API, the only API of some models. Parameters that it does not support and that hardly
 * affect responses (seed, penalties, logit bias) are dropped, as for other providers.
 */
export const chatViaResponses = (dialect: OpenAIDialect): ChatCodec =>
  fitted(() => responsesRules, {
    request: (chat, target) => request(chat, target, dialect),
    answer: readResponse,
    stream: readResponseStream,
  });

/** @throws ApiError 400 for stop sequences, because dropping them would change the response */
function request(chat: CanonicalChat, target: Target, dialect: OpenAIDialect): UpstreamCall {
  if (chat.stop?.length)
    throw new ApiError('unsupported_parameter', { detail: 'stop: not supported by this model' });
  const rules = (dialect.rules ?? rulesOf)(target.model);
  const effort = rules.effort ?? effortOf(chat.reasoning, rules.model, undefined);
  const system = systemWithJson(chat);
  const mode = otherMode(RESPONSES_MODES, rules.model, chat.stream, () => undefined);
  const streams = chat.stream && mode !== 'whole';
  const body: Record<string, unknown> = {
    model: rules.model,
    ...members(chat, rules),
    reasoning: effort === undefined ? undefined : { effort },
    ...tools(chat),
    stream: streams || undefined,
    // Nothing can refer to a stored response: clients of other protocols send the whole conversation each time.
    store: false,
    instructions: system.length > 0 ? system.map(({ text }) => text).join('\n') : undefined,
    input: inputItems(chat.turns, rules.developer ? 'developer' : 'system'),
  };
  for (const [name, value] of Object.entries(target.override ?? {})) {
    if (name !== 'stream' && name !== 'background') body[name] = value;
  }
  return {
    method: 'POST',
    url: addressOf(dialect, '/v1/responses', target),
    headers: chatHeaders(target, streams, dialect),
    // JSON.stringify omits undefined members.
    body: Buffer.from(JSON.stringify(body)),
    reasoningEffort: effort,
    ...(mode && { answerMode: mode }),
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

/** In this API the members of the schema are beside its type. */
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

/** By default schemas are strict in Responses and not strict in chat. */
function toolOf({ name, description, parameters, strict = false }: CanonicalTool): object {
  return {
    type: 'function',
    name,
    description,
    parameters: parameters ?? { type: 'object', properties: {} },
    strict,
  };
}
