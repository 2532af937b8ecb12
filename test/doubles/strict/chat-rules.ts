import { openaiLimits, type ChatLimits } from './chat-limits.js';
import { checkEffort, checkFormat, checkParameters } from './openai-schema-rules.js';
import { isJson, items, json, matches, Violations, type Json, show } from './violations.js';

/** https://platform.openai.com/docs/api-reference/chat/create */
export const TOP = [
  'messages',
  'model',
  'audio',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'metadata',
  'modalities',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
];
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'refusal', 'tool_calls', 'audio'],
  tool: ['role', 'content', 'tool_call_id'],
};
/** Names of participants: https://platform.openai.com/docs/api-reference/chat/create#chat-create-messages */
const PARTICIPANT = /^[^\s<|\\/>]{1,64}$/;

/** What a provider accepts besides OpenAI's own members. */
export interface MoreMembers {
  readonly body?: readonly string[];
  readonly messages?: readonly string[];
  /** `cache_control` in parts and tools. */
  readonly cacheHints?: true;
}

/**
 * Rules that a chat completions request violates.
 * @param limits those of the provider for the model; absent: OpenAI's
 */
export function chatViolations(
  body: Json,
  limits: ChatLimits = openaiLimits,
  more: MoreMembers = {},
): string[] {
  const found = new Violations();
  found.known(body, [...TOP, ...(more.body ?? [])], 'body');
  const messages = items(body.messages).map(json);
  checkMessages(messages, limits, more, found);
  checkOrder(messages, limits, found);
  checkTools(body, limits, more, found);
  checkChoice(body, limits, found);
  checkReasoning(body, messages, limits, found);
  checkUser(body, limits, found);
  checkModel(body, limits, found);
  if (body.stream !== true)
    found.expect(body.stream_options === undefined, 'stream_options', 'only when streaming');
  const format = json(body.response_format);
  if (format.type === 'json_object')
    found.expect(/json/i.test(JSON.stringify(body.messages)), 'messages', "must contain the word 'json'");
  if (format.type === 'json_schema') checkFormat(json(format.json_schema), limits, found);
  return found.list;
}

/** Every tool call must be answered by a tool message before any other message. */
function checkMessages(
  messages: readonly Json[],
  limits: ChatLimits,
  more: MoreMembers,
  found: Violations,
): void {
  found.expect(messages.length > 0, 'messages', 'must not be empty');
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const place = `messages.[${index}]`;
    const role = show(message.role);
    const members = MEMBERS[role];
    if (!members || (role === 'developer' && !limits.developerRole)) {
      found.add(`${place}.role`, `invalid value ${role}`);
      continue;
    }
    found.known(message, [...members, ...(more.messages ?? [])], place);
    for (const name of limits.rejectedMembers ?? [])
      found.expect(!(name in message), place, `unknown member ${name}`);
    if (message.name !== undefined)
      found.expect(PARTICIPANT.test(show(message.name)), place, `bad name ${show(message.name)}`);
    if (role === 'tool') {
      const id = show(message.tool_call_id);
      found.expect(open.delete(id), place, `tool message without a preceding call: ${id}`);
      found.expect(
        typeof message.content === 'string' || isTexts(message.content),
        place,
        'content must be text',
      );
      continue;
    }
    found.expect(open.size === 0, place, `calls without a tool message: ${[...open].join()}`);
    open = new Set();
    if (role === 'assistant') {
      const calls = items(message.tool_calls).map(json);
      const isSilent = message.content === null || message.content === undefined;
      found.expect(!isSilent || calls.length > 0, place, 'content or tool_calls is required');
      if (message.tool_calls !== undefined)
        found.expect(calls.length > 0, place, 'tool_calls must not be empty');
      for (const call of calls) {
        checkCall(call, place, limits, found);
        open.add(show(call.id));
      }
    } else checkContent(message.content, role, place, more, found);
  }
  found.expect(open.size === 0, 'messages', `calls without a tool message: ${[...open].join()}`);
}

/** Where messages of a role may stand. */
function checkOrder(messages: readonly Json[], limits: ChatLimits, found: Violations): void {
  const isInstruction = (role: unknown) => role === 'system' || role === 'developer';
  const first = messages.find(({ role }) => !isInstruction(role));
  if (limits.firstIsUser) found.expect(first?.role === 'user', 'messages', 'must begin with the user');
  for (const [index, { role }] of messages.entries()) {
    const before = messages[index - 1]?.role;
    const place = `messages.[${index}]`;
    if (limits.instructions !== 'anywhere' && isInstruction(role))
      found.expect(index === 0, place, 'the system message must be the first one');
    if (limits.rolesAlternate && role === before)
      found.expect(role === 'tool', place, 'roles must alternate');
    if (limits.assistantAfterResults && before === 'tool')
      found.expect(role !== 'user', place, 'user after tool');
  }
}

function checkChoice(body: Json, { forcedTools }: ChatLimits, found: Violations): void {
  const { tool_choice: choice } = body;
  const isForced = isJson(choice) || choice === 'required' || choice === 'any';
  const thinks = json(body.thinking).type !== 'disabled';
  if (forcedTools && isForced)
    found.expect(forcedTools === 'without-thinking' && !thinks, 'tool_choice', 'not supported');
}

function checkReasoning(body: Json, messages: readonly Json[], limits: ChatLimits, found: Violations): void {
  if (!limits.reasoning || json(body.thinking).type === 'disabled' || body.enable_thinking === false) return;
  const usesTools = items(body.tools).length > 0 || messages.some((message) => message.tool_calls);
  for (const [index, message] of messages.entries()) {
    const isChecked = limits.reasoning === 'in-tool-use' ? usesTools : message.tool_calls !== undefined;
    if (message.role === 'assistant' && isChecked)
      found.expect(Boolean(message.reasoning_content), `messages.[${index}]`, 'reasoning_content is missing');
  }
}

export function checkUser(body: Json, { maxUserLength, metadata }: ChatLimits, found: Violations): void {
  for (const name of ['user', 'safety_identifier', 'user_id'])
    if (body[name] !== undefined) found.expect(show(body[name]).length <= maxUserLength, name, 'is too long');
  if (body.metadata === undefined) return;
  const pairs = Object.entries(json(body.metadata));
  found.expect(pairs.length <= metadata.maxPairs, 'metadata', 'too many pairs');
  for (const [name, value] of pairs)
    found.expect(
      name.length <= metadata.maxNameLength && show(value).length <= metadata.maxValueLength,
      `metadata.${name}`,
      'is too long',
    );
}

function isTexts(content: unknown): boolean {
  return Array.isArray(content) && content.every((part) => json(part).type === 'text');
}

function checkCall(call: Json, place: string, { callId, toolName }: ChatLimits, found: Violations): void {
  found.known(call, ['id', 'type', 'function', 'custom'], place);
  const isId = matches(call.id, callId);
  found.expect(isId, place, `bad id of a call: ${show(call.id)}`);
  if (call.type === 'custom') return;
  const target = json(call.function);
  checkName(target.name, toolName, place, found);
  found.expect(typeof target.arguments === 'string', place, 'arguments must be a string');
}

export function checkName(name: unknown, pattern: RegExp, place: string, found: Violations): void {
  found.expect(matches(name, pattern), place, `bad name ${show(name)}`);
}

function checkContent(
  content: unknown,
  role: string,
  place: string,
  { cacheHints }: MoreMembers,
  found: Violations,
): void {
  if (typeof content === 'string') return;
  found.expect(Array.isArray(content) && content.length > 0, place, 'content must be a text or a list');
  const types = role === 'user' ? ['text', 'image_url', 'input_audio', 'file'] : ['text'];
  for (const part of items(content).map(json)) {
    found.expect(types.includes(show(part.type)), place, `unexpected part ${show(part.type)}`);
    found.expect(cacheHints === true || !('cache_control' in part), place, 'unknown member cache_control');
  }
}

function checkTools(
  body: Json,
  { toolName, noTools }: ChatLimits,
  more: MoreMembers,
  found: Violations,
): void {
  const tools = items(body.tools).map(json);
  if (body.tools !== undefined) found.expect(tools.length > 0, 'tools', 'must not be empty');
  if (noTools) {
    found.expect(body.tools === undefined, 'tools', 'not supported');
    const uses = items(body.messages)
      .map(json)
      .filter(({ role, tool_calls: calls }) => role === 'tool' || calls);
    found.expect(uses.length === 0, 'messages', 'tool calls and results are not supported');
  }
  const isOffered = tools.length > 0;
  found.expect(isOffered || body.tool_choice === undefined, 'tool_choice', 'only with tools');
  found.expect(isOffered || body.parallel_tool_calls === undefined, 'parallel_tool_calls', 'only with tools');
  const names = new Set<unknown>();
  for (const [index, tool] of tools.entries()) {
    const place = `tools[${index}]`;
    found.known(tool, ['type', 'function', 'custom', ...(more.cacheHints ? ['cache_control'] : [])], place);
    const definition = json(tool.type === 'custom' ? tool.custom : tool.function);
    found.known(definition, ['name', 'description', 'parameters', 'strict', 'format'], place);
    checkName(definition.name, toolName, place, found);
    found.expect(!names.has(definition.name), place, 'names must be unique');
    names.add(definition.name);
    if (definition.parameters !== undefined) checkParameters(definition, place, found);
  }
}

function checkModel(body: Json, { efforts }: ChatLimits, found: Violations): void {
  const model = show(body.model);
  const effort = body.reasoning_effort;
  if (!efforts) checkEffort(effort, model, 'reasoning_effort', found);
  else if (effort !== undefined)
    found.expect(efforts.includes(show(effort)), 'reasoning_effort', `not supported by ${model}`);
  if (!/^(o\d|gpt-5)/.test(model) || /-chat/.test(model)) return;
  found.expect(body.max_tokens === undefined, 'max_tokens', 'use max_completion_tokens');
  found.expect(
    body.temperature === undefined || body.temperature === 1,
    'temperature',
    'only the default is supported',
  );
}
