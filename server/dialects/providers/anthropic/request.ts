import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTool, TextPart } from '../../canonical/chat.js';
import { isRecord } from '../../json/lenient.js';
import type { Target, UpstreamCall } from '../provider.js';
import { callHeaders, messagesUrl } from './address.js';
import { cacheHints } from './cache-hints.js';
import { cacheControl, textBlock, turnsToMessages } from './messages.js';
import { JSON_TOOL, jsonOutput, type JsonOutput } from './json-output.js';
import { defaultMaxTokens, rulesOf, type ModelRules } from './models.js';
import { fitThinking, suffixThinking, type Thinking } from './thinking.js';

/** A channel that overrides one of these members decides itself what is cached. */
const REPLACED = ['tools', 'system', 'messages', 'cache_control'] as const;

/** Builds a Messages request (https://docs.claude.com/en/api/messages). @throws ApiError 400 */
export function messagesRequest(chat: CanonicalChat, target: Target): UpstreamCall {
  const rules = rulesOf(target.model, target.settings.claude.thinkingAdapter);
  const maxTokens = chat.maxTokens || defaultMaxTokens(target, rules.model);
  const thinking = thinkingOf(chat, rules, target, maxTokens);
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
    ...(json?.by === 'tool' ? forcedTool(json.tool) : tools(chat, thinks)),
    metadata: chat.user === undefined ? undefined : { user_id: chat.user },
    service_tier: chat.serviceTier === 'standard_only' ? chat.serviceTier : undefined,
    stream: chat.stream || undefined,
    messages: turnsToMessages(chat.turns),
  };
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

/** The client's thinking settings take precedence over the name's suffix, except for an effort alone. */
function thinkingOf(chat: CanonicalChat, rules: ModelRules, target: Target, maxTokens: number): Thinking {
  const { reasoning } = chat;
  const bySuffix = () => suffixThinking(rules, target, maxTokens);
  const wins = reasoning && reasoning.type !== 'effort' ? undefined : bySuffix();
  const thinking = wins ?? fitThinking(reasoning, rules.family, maxTokens, target);
  // With a budget, thinking can only continue from the earlier thinking blocks.
  if (thinking.thinking?.type === 'enabled' && lacksThoughts(chat.turns)) return { max_tokens: maxTokens };
  return thinking;
}

/**
 * Whether the conversation ends with tool results and the client did not send back the thinking that led to the calls. The
 * API rejects thinking by budget then:
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
function lacksThoughts(turns: CanonicalChat['turns']): boolean {
  const last = turns.at(-1);
  if (!last?.parts.some(({ type }) => type === 'tool-result')) return false;
  const calling = turns.findLast(({ role }) => role === 'assistant');
  const [first] = calling?.parts ?? [];
  return first?.type !== 'reasoning-redacted' && !(first?.type === 'reasoning' && first.signature);
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

function tools(chat: CanonicalChat, thinks: boolean): Record<string, unknown> {
  if (chat.tools.length === 0) return {};
  return { tools: chat.tools.map(toolOf), tool_choice: toolChoice(chat, thinks) };
}

function toolOf(tool: CanonicalTool): object {
  return {
    name: tool.name,
    description: tool.description,
    input_schema: inputSchema(tool),
    ...cacheControl(tool.cache),
  };
}

/** A function without parameters gets the schema of an empty object. */
function inputSchema({ name, parameters }: CanonicalTool): object {
  if (parameters === undefined) return { type: 'object', properties: {} };
  if (!isRecord(parameters)) {
    throw new ApiError('convert_request_failed', {
      detail: `the parameters of tool ${name} are no JSON schema`,
    });
  }
  return parameters.type === undefined ? { type: 'object', ...parameters } : parameters;
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
