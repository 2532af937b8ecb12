import { ApiError } from '../../../core/api-error.js';
import type { CanonicalChat, CanonicalTool, TextPart } from '../../canonical/chat.js';
import { isRecord } from '../../json/lenient.js';
import type { Target, UpstreamCall } from '../provider.js';
import { callHeaders, messagesUrl } from './address.js';
import { cacheHints } from './cache-hints.js';
import { cacheControl, textBlock, turnsToMessages } from './messages.js';
import { JSON_TOOL, jsonOutput, type JsonOutput } from './json-output.js';
import { defaultMaxTokens, rulesOf, type ModelRules } from './models.js';
import { fitThinking, suffixThinking, type Thinking } from './thinking.js';

/** A channel that replaces one of these says itself what is cached. */
const REPLACED = ['tools', 'system', 'messages', 'cache_control'] as const;

/** spec/providers/anthropic-aws.md "OpenAI → Anthropic request". @throws Refusal 400 */
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
    // Members that are undefined are left out.
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** What the client asked for wins over the name's suffix, except for a word of effort. */
function thinkingOf(chat: CanonicalChat, rules: ModelRules, target: Target, maxTokens: number): Thinking {
  const { reasoning } = chat;
  const bySuffix = () => suffixThinking(rules, target, maxTokens);
  const wins = reasoning && reasoning.type !== 'effort' ? undefined : bySuffix();
  const thinking =
    wins ?? fitThinking(reasoning, rules.family, maxTokens, target.settings.claude.thinkingBudgetShare);
  // Thinking by budget goes on only from the thoughts it began with.
  if (thinking.thinking?.type === 'enabled' && lacksThoughts(chat.turns)) return { max_tokens: maxTokens };
  return thinking;
}

/**
 * Are there tool calls at the end of the conversation whose thoughts the client did not send back? The API refuses to
 * think by budget then:
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
function lacksThoughts(turns: CanonicalChat['turns']): boolean {
  const last = turns.at(-1);
  if (!last?.parts.some(({ type }) => type === 'tool-result')) return false;
  const calling = turns.findLast(({ role }) => role === 'assistant');
  const [first] = calling?.parts ?? [];
  return first?.type !== 'reasoning-redacted' && !(first?.type === 'reasoning' && first.signature);
}

/** Thinking wants temperature 1 and no other sampling; newer models take less and less of it. */
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

/** The answer is the input of this tool; see JSON_TOOL. */
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

/** A function without parameters takes an empty object. */
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

/** While thinking, tools cannot be forced: the choice is left to the model then. */
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
