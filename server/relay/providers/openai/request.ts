import type { HubChat, HubTool } from '../../hub/chat.js';
import type { Target, UpstreamCall } from '../provider.js';
import { chatHeaders, chatUrl, takesStreamOptions } from './address.js';
import { systemMessage, turnMessages, type Manner } from './messages.js';
import { rulesOf, takesEffort, type ModelRules } from './models.js';

/** Service tiers OpenAI knows; `auto` is what it does unasked. */
const serviceTiers = new Set(['default', 'flex', 'priority', 'scale']);

/** spec/providers/anthropic-aws.md "Messages request → OpenAI chat request", spec/providers/openai-family.md A.3. */
export function chatRequest(chat: HubChat, target: Target): UpstreamCall {
  const rules = rulesOf(target.model);
  const body: Record<string, unknown> = {
    model: rules.model,
    ...limits(chat, rules),
    ...sampling(chat, rules),
    ...shape(chat, rules),
    ...tools(chat, target),
    ...stream(chat, target),
    messages: messages(chat, target, rules),
  };
  for (const [name, value] of Object.entries(target.override ?? {})) {
    if (name !== 'stream') body[name] = value;
  }
  return {
    method: 'POST',
    url: chatUrl(target, rules.model),
    headers: chatHeaders(target, chat.stream),
    // Members that are undefined are left out.
    body: Buffer.from(JSON.stringify(body)),
    reasoningEffort: typeof body.reasoning_effort === 'string' ? body.reasoning_effort : undefined,
  };
}

function limits(chat: HubChat, rules: ModelRules): Record<string, unknown> {
  return rules.reasons ? { max_completion_tokens: chat.maxTokens } : { max_tokens: chat.maxTokens };
}

function sampling(chat: HubChat, rules: ModelRules): Record<string, unknown> {
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

function shape(chat: HubChat, rules: ModelRules): Record<string, unknown> {
  const effort = rules.effort ?? (takesEffort(rules.model) ? effortOf(chat.reasoning) : undefined);
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

/** Budgets become words by the size of thinking they buy; words above `high` are known to few models. */
function effortOf(reasoning: HubChat['reasoning']): string | undefined {
  switch (reasoning?.type) {
    case 'budget':
      if (reasoning.tokens < 2000) return 'low';
      return reasoning.tokens < 8000 ? 'medium' : 'high';
    case 'effort':
    case 'adaptive':
      return reasoning.effort === 'max' ? 'high' : reasoning.effort;
    default:
      return undefined;
  }
}

function responseFormat(format: HubChat['responseFormat']): unknown {
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

function tools(chat: HubChat, target: Target): Record<string, unknown> {
  if (chat.tools.length === 0) return {};
  const choice = chat.toolChoice;
  return {
    tools: chat.tools.map((tool) => toolOf(tool, target)),
    tool_choice:
      choice?.type === 'tool' ? { type: 'function', function: { name: choice.name } } : choice?.type,
    parallel_tool_calls: chat.parallelTools,
  };
}

function toolOf(tool: HubTool, target: Target): object {
  const { name, description, parameters, strict, cache } = tool;
  return {
    type: 'function',
    function: { name, description, parameters, strict },
    cache_control: cache && takesCacheHints(target.type) ? { type: 'ephemeral', ttl: cache.ttl } : undefined,
  };
}

function stream(chat: HubChat, target: Target): Record<string, unknown> {
  if (!chat.stream) return {};
  return {
    stream: true,
    stream_options: takesStreamOptions(target.type) ? { include_usage: true } : undefined,
  };
}

function messages(chat: HubChat, target: Target, rules: ModelRules): object[] {
  const manner: Manner = {
    cacheHints: takesCacheHints(target.type),
    reasoning: reasoningManner(target.type),
  };
  const list: object[] = [];
  if (chat.system.length > 0) {
    list.push(systemMessage(chat.system, rules.developer ? 'developer' : 'system', manner));
  }
  for (const turn of chat.turns) list.push(...turnMessages(turn, manner));
  return list;
}

/** OpenRouter hands cache hints on to vendors that know them; others refuse unknown fields of parts. */
function takesCacheHints(type: number): boolean {
  return type === 20;
}

function reasoningManner(type: number): Manner['reasoning'] {
  if (type === 20) return 'details';
  if (type === 25) return 'text';
  // DeepSeek wants its thoughts back only while it is calling tools.
  return type === 43 ? 'text-with-tools' : 'none';
}
