import type { CanonicalChat, TextPart } from '../../canonical/chat.js';
import { firstCalls, hasSignedThoughts, openLoop } from '../../canonical/thoughts.js';
import { record } from '../../json/lenient.js';
import type { Target, ThoughtRules, UpstreamCall } from '../../kit/provider.js';
import { callHeaders, messagesUrl } from './address.js';
import { cacheHints, limitCacheHints } from './cache-hints.js';
import { cacheControl, textBlock, turnsToMessages, withAcceptedEnd, type Message } from './messages.js';
import { JSON_TOOL, jsonOutput, type JsonOutput } from './json-output.js';
import { toolInputs } from './strict-tools.js';
import { defaultMaxTokens, rulesOf, type ModelRules } from './models.js';
import { fitThinking, suffixThinking, type Thinking } from './thinking.js';

/** A channel that overrides one of these members decides itself what is cached. */
const REPLACED = ['tools', 'system', 'messages', 'cache_control'] as const;

/** Builds a Messages request (https://docs.claude.com/en/api/messages). @throws ApiError 400 */
export function messagesRequest(chat: CanonicalChat, target: Target): UpstreamCall {
  const rules = rulesOf(target.model, target.settings.claude.thinkingAdapter);
  const maxTokens = Math.min(chat.maxTokens || defaultMaxTokens(target, rules.model), rules.maxOutput);
  const messages = turnsToMessages(chat.turns);
  const thinking = thinkingOf(chat, rules, target, maxTokens, lacksThoughts(messages));
  const thinks = thinking.thinking !== undefined && thinking.thinking.type !== 'disabled';
  const json = jsonOutput(chat, rules.schemas, thinks);
  const stop = chat.stop?.filter((word) => word.trim() !== '');
  const body: Record<string, unknown> = {
    model: rules.model,
    ...thinking,
    ...sampling(chat, rules, thinks),
    output_config: outputConfig(json, thinking),
    stop_sequences: stop?.length ? stop : undefined,
    system: system(
      json?.by === 'instruction' ? [...chat.system, { type: 'text', text: json.text }] : chat.system,
    ),
    ...(json?.by === 'tool' ? forcedTool(json.tool) : tools(chat, thinks, rules.schemas, json)),
    metadata: chat.user === undefined ? undefined : { user_id: chat.user },
    service_tier: chat.serviceTier === 'standard_only' ? chat.serviceTier : undefined,
    stream: chat.stream || undefined,
    // Thinking and enforced output exclude a beginning of the response.
    messages: withAcceptedEnd(messages, rules.prefills && !thinks && (!json || json.by === 'instruction')),
  };
  limitCacheHints(body);
  if (target.addsCacheHints && !REPLACED.some((name) => Object.hasOwn(target.override ?? {}, name)))
    Object.assign(body, cacheHints(body, rules.leastCached));
  for (const [name, value] of Object.entries(target.override ?? {})) {
    if (name !== 'stream') body[name] = value;
  }
  return {
    method: 'POST',
    url: messagesUrl(target),
    headers: callHeaders(target, chat.stream),
    // JSON.stringify omits undefined members.
    body: Buffer.from(JSON.stringify(body)),
  };
}

/**
 * The client's thinking settings take precedence over the name's suffix, except for an effort alone.
 * @param isCut whether the thinking that led to the last calls is missing
 */
function thinkingOf(
  chat: CanonicalChat,
  rules: ModelRules,
  target: Target,
  maxTokens: number,
  isCut: boolean,
): Thinking {
  const { reasoning } = chat;
  const bySuffix = () => suffixThinking(rules, target, maxTokens);
  const wins = reasoning && reasoning.type !== 'effort' ? undefined : bySuffix();
  const thinking = wins ?? fitThinking(reasoning, rules.family, maxTokens, target);
  // With a budget, thinking can only continue from the earlier thinking blocks.
  if (thinking.thinking?.type === 'enabled' && isCut) return { max_tokens: maxTokens };
  return thinking;
}

/**
 * Signatures are valid on Anthropic's own API, Amazon Bedrock and Vertex AI alike:
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
export const claudeThoughts: ThoughtRules = { issuer: 'claude', missing: missingThoughts };

/** If the request thinks, each turn of an open tool loop should begin with its thinking. */
function missingThoughts(chat: CanonicalChat, target: Target): readonly string[] {
  const rules = rulesOf(target.model, target.settings.claude.thinkingAdapter);
  const { reasoning } = chat;
  const thinks = reasoning ? reasoning.type !== 'off' : rules.thinking || rules.effort !== undefined;
  if (!thinks) return [];
  return firstCalls(openLoop(chat).filter((turn) => !hasSignedThoughts(turn)));
}

/**
 * Whether the conversation ends with tool results and the client did not send back the thinking that led to the calls. The
 * API rejects thinking by budget then:
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
function lacksThoughts(messages: readonly Message[]): boolean {
  const [calling, last] = messages.slice(-2);
  const typeOf = (block: object | undefined): unknown => record(block).type;
  if (!last?.content.some((block) => typeOf(block) === 'tool_result')) return false;
  const first = typeOf(calling?.content[0]);
  return first !== 'thinking' && first !== 'redacted_thinking';
}

/** Thinking requires temperature 1 and no other sampling fields. Newer models accept fewer sampling fields. */
function sampling(chat: CanonicalChat, rules: ModelRules, thinks: boolean): Record<string, unknown> {
  if (rules.samples === 'none') return {};
  if (thinks) return { temperature: 1 };
  const temperature = chat.temperature === undefined ? undefined : Math.min(1, chat.temperature);
  const both = rules.samples === 'all' || temperature === undefined;
  return { temperature, top_p: both ? chat.topP : undefined, top_k: chat.topK };
}

function outputConfig(json: JsonOutput | undefined, thinking: Thinking): object | undefined {
  const format = json?.by === 'format' ? { format: json.format } : undefined;
  return thinking.output_config || format ? { ...thinking.output_config, ...format } : undefined;
}

/** Forces JSON_TOOL, whose input is the response. */
function forcedTool(tool: object): Record<string, unknown> {
  return { tools: [tool], tool_choice: { type: 'tool', name: JSON_TOOL, disable_parallel_tool_use: true } };
}

function system(parts: TextPart[]): unknown {
  const spoken = parts.filter((part) => part.text.trim() !== '');
  if (spoken.length === 0) return undefined;
  return spoken.some((part) => part.cache)
    ? spoken.map(textBlock)
    : spoken.map((part) => part.text).join('\n');
}

function tools(
  chat: CanonicalChat,
  thinks: boolean,
  strict: boolean,
  json: JsonOutput | undefined,
): Record<string, unknown> {
  if (chat.tools.length === 0) return {};
  const inputs = toolInputs(chat.tools, strict, json?.by === 'format' ? json.format : undefined);
  return {
    tools: chat.tools.map(({ name, description, cache }, index) => ({
      name,
      description,
      ...inputs[index],
      ...cacheControl(cache),
    })),
    tool_choice: toolChoice(chat, thinks),
  };
}

const choices = { auto: 'auto', none: 'none', required: 'any' } as const;

/** Tools cannot be forced while the model thinks: the choice is left to the model then. */
function toolChoice(chat: CanonicalChat, thinks: boolean): object | undefined {
  const choice = chat.toolChoice;
  const forced = choice?.type === 'tool' || choice?.type === 'required';
  const single = chat.parallelTools === false ? { disable_parallel_tool_use: true } : {};
  if (choice?.type === 'none') return { type: 'none' };
  if (!choice || (forced && thinks)) {
    return forced || chat.parallelTools === false ? { type: 'auto', ...single } : undefined;
  }
  return choice.type === 'tool'
    ? { type: 'tool', name: choice.name, ...single }
    : { type: choices[choice.type], ...single };
}
