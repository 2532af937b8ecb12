import type { CanonicalChat, CanonicalTool } from '../../../canonical/chat.js';
import { systemWithJson } from '../../../canonical/conversation/json-mode.js';
import type { Target, UpstreamCall } from '../../provider.js';
import type { ChatRules } from '../../rules/chat-rules.js';
import { chatHeaders, chatUrl } from '../address.js';
import { otherMode } from './answer-modes.js';
import { systemMessage, turnMessages, type MessageOptions } from './messages.js';
import { rulesOf, takesEffort } from '../models.js';
import { fitEffort, hasKnownEfforts } from './efforts.js';
import { thinkingMembers } from './thinking-switch.js';
import { acceptedBy, translatedChanges, type OpenAIDialect, type ModelRules } from '../dialect.js';

/** Service tiers that OpenAI supports; `auto` is its default. */
export const serviceTiers = new Set(['default', 'flex', 'priority', 'scale']);

/** Builds a chat completion request (https://platform.openai.com/docs/api-reference/chat/create). */
export function chatRequest(chat: CanonicalChat, target: Target, dialect: OpenAIDialect): UpstreamCall {
  const rules = (dialect.rules ?? rulesOf)(target.model);
  const accepted = acceptedBy(dialect)(rules.model);
  const body: Record<string, unknown> = {
    model: rules.model,
    ...limits(chat, rules),
    ...sampling(chat, rules),
    top_k: dialect.topK ? chat.topK : undefined,
    ...outputFields(chat, rules, accepted),
    ...thinkingMembers(accepted, chat.reasoning),
    ...tools(chat, dialect),
  };
  const { override = {} } = target;
  const sent = (name: string) => (name in override ? override[name] : body[name]);
  const mode = otherMode(dialect.answers, rules.model, chat.stream, sent);
  const streams = mode ? mode === 'streamed' : chat.stream;
  if (streams) Object.assign(body, streamMembers(dialect));
  body.messages = messages(chat, target, dialect, rules);
  Object.assign(body, translatedChanges(dialect, body, rules.model, target));
  for (const [name, value] of Object.entries(override)) {
    if (name !== 'stream') body[name] = value;
  }
  return {
    method: 'POST',
    url: chatUrl(target, rules.model, dialect),
    headers: chatHeaders(target, streams, dialect),
    // JSON.stringify omits undefined members.
    body: Buffer.from(JSON.stringify(body)),
    reasoningEffort: typeof body.reasoning_effort === 'string' ? body.reasoning_effort : undefined,
    ...(mode && { answerMode: mode }),
  };
}

function limits(chat: CanonicalChat, rules: ModelRules): Record<string, unknown> {
  return rules.reasons ? { max_completion_tokens: chat.maxTokens } : { max_tokens: chat.maxTokens };
}

function sampling(chat: CanonicalChat, rules: ModelRules): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    temperature: chat.temperature,
    top_p: chat.topP,
    stop: chat.stop?.length === 1 ? chat.stop[0] : chat.stop?.length ? chat.stop : undefined,
    seed: chat.seed,
    presence_penalty: chat.presencePenalty,
    frequency_penalty: chat.frequencyPenalty,
    logit_bias: chat.logitBias,
    logprobs: chat.logprobs,
    top_logprobs: chat.topLogprobs,
  };
  for (const name of rules.refused) fields[name] = undefined;
  return fields;
}

function outputFields(
  chat: CanonicalChat,
  rules: ModelRules,
  { efforts }: ChatRules,
): Record<string, unknown> {
  const effort = rules.effort ?? effortOf(chat.reasoning, rules.model, efforts);
  return {
    reasoning_effort: effort,
    response_format: responseFormat(chat.responseFormat),
    verbosity: chat.verbosity,
    prompt_cache_key: chat.promptCacheKey,
    user: chat.user,
    service_tier: serviceTiers.has(chat.serviceTier ?? '') ? chat.serviceTier : undefined,
    metadata: chat.metadata,
  };
}

/** The requested effort as a value that the model accepts; undefined if it accepts none, or none is requested. */
export function effortOf(
  reasoning: CanonicalChat['reasoning'],
  model: string,
  accepted: ChatRules['efforts'],
): string | undefined {
  const efforts = accepted?.words;
  if (efforts?.length === 0 || !takesEffort(model)) return undefined;
  // The least effort of models that are known to take one; others might refuse the value.
  const off = efforts || hasKnownEfforts(model) ? 'none' : undefined;
  const word = reasoning?.type === 'off' ? off : wordOf(reasoning);
  return word === undefined ? undefined : fitEffort(word, model, efforts);
}

/** Budgets become efforts by their size. */
function wordOf(reasoning: CanonicalChat['reasoning']): string | undefined {
  switch (reasoning?.type) {
    case 'budget':
      if (reasoning.tokens < 2000) return 'low';
      return reasoning.tokens < 8000 ? 'medium' : 'high';
    case 'effort':
    case 'adaptive':
      return reasoning.effort;
    default:
      return undefined;
  }
}

function responseFormat(format: CanonicalChat['responseFormat']): unknown {
  switch (format?.type) {
    case 'text':
      return { type: 'text' };
    case 'json':
      return { type: 'json_object' };
    case 'schema':
      return {
        type: 'json_schema',
        json_schema: { name: format.name, schema: format.schema, strict: format.strict },
      };
    default:
      return undefined;
  }
}

function tools(chat: CanonicalChat, dialect: OpenAIDialect): Record<string, unknown> {
  if (chat.tools.length === 0) return {};
  const choice = chat.toolChoice;
  return {
    tools: chat.tools.map((tool) => toolOf(tool, dialect)),
    tool_choice:
      choice?.type === 'tool' ? { type: 'function', function: { name: choice.name } } : choice?.type,
    parallel_tool_calls: chat.parallelTools,
  };
}

function toolOf(tool: CanonicalTool, dialect: OpenAIDialect): object {
  const { name, description, parameters, strict, cache } = tool;
  return {
    type: 'function',
    function: { name, description, parameters, strict },
    cache_control: cache && dialect.cacheHints ? { type: 'ephemeral', ttl: cache.ttl } : undefined,
  };
}

function streamMembers(dialect: OpenAIDialect): Record<string, unknown> {
  return {
    stream: true,
    stream_options: dialect.streamOptions === false ? undefined : { include_usage: true },
  };
}

function messages(chat: CanonicalChat, target: Target, dialect: OpenAIDialect, rules: ModelRules): object[] {
  const accepts = acceptedBy(dialect)(rules.model);
  const options: MessageOptions = {
    answerImages: accepts.answerImages !== undefined,
    cacheHints: dialect.cacheHints === true,
    reasoning: accepts.earlierReasoning,
  };
  const instructor = rules.developer && accepts.developerRole ? 'developer' : 'system';
  const list: object[] = [];
  const system = systemWithJson(chat);
  if (system.length > 0) list.push(systemMessage(system, instructor, options));
  for (const turn of chat.turns) list.push(...turnMessages(turn, instructor, options));
  return list;
}
