import { TOP } from './chat-rules.js';
import { checkParameters } from './openai-schema-rules.js';
import { items, json, matches, Violations, type Json, show } from './violations.js';

/**
 * https://api-docs.deepseek.com/api/create-chat-completion. The API is documented as compatible with OpenAI's, so members of
 * OpenAI's are taken; of the output limit it knows only `max_tokens`, and would ignore the other name.
 */
const OWN = ['thinking', 'user_id'];
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'prefix', 'reasoning_content', 'tool_calls'],
  tool: ['role', 'content', 'tool_call_id'],
};
const EFFORTS = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'none'];
const FORMATS = ['text', 'json_object'];
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_TOOLS = 128;

/**
 * Whether a request is answered in thinking mode: https://api-docs.deepseek.com/guides/thinking_mode. It is the default,
 * except of `deepseek-chat`.
 */
export function deepseekThinks(body: Json): boolean {
  const { type } = json(body.thinking);
  if (type === 'enabled' || type === 'disabled') return type === 'enabled';
  return show(body.model) !== 'deepseek-chat';
}

/**
 * Rules of DeepSeek that a chat completions request violates.
 * @param thoughts the reasoning that it gave, by the id of a call in the same message
 */
export function deepseekViolations(body: Json, thoughts: ReadonlyMap<string, string>): string[] {
  const found = new Violations();
  const known = TOP.filter((name) => name !== 'max_completion_tokens');
  found.known(body, [...known, ...OWN], 'body');
  const messages = items(body.messages).map(json);
  for (const [index, message] of messages.entries()) checkMessage(message, `messages[${index}]`, found);
  checkPairs(messages, found);
  checkTools(body, found);
  checkOutput(body, found);
  if (deepseekThinks(body)) checkThinking(body, messages, thoughts, found);
  return found.list;
}

function checkMessage(message: Json, place: string, found: Violations): void {
  const role = show(message.role);
  const members = MEMBERS[role];
  if (!members)
    return found.add(
      `${place}.role`,
      `unknown variant \`${role}\`, expected one of ${Object.keys(MEMBERS).join()}`,
    );
  found.known(message, members, place);
  for (const part of Array.isArray(message.content) ? message.content.map(json) : []) {
    found.known(part, ['type', 'text'], place);
    found.expect(part.type === 'text', place, `unknown variant \`${show(part.type)}\`, expected \`text\``);
  }
  const isSilent = message.content === null || message.content === undefined;
  const calls = items(message.tool_calls).map(json);
  found.expect(!isSilent || calls.length > 0, place, 'content or tool_calls must be set');
  if (message.tool_calls !== undefined)
    found.expect(calls.length > 0, `${place}.tool_calls`, 'must not be empty');
  for (const call of calls) {
    found.known(call, ['id', 'type', 'function', 'index'], place);
    found.expect(call.type === 'function', place, `unknown type of a call ${show(call.type)}`);
    found.expect(matches(json(call.function).name, NAME), place, 'bad name of a call');
    found.expect(typeof json(call.function).arguments === 'string', place, 'arguments must be a string');
  }
}

/** Every tool call must be answered by a tool message before any other message. */
function checkPairs(messages: readonly Json[], found: Violations): void {
  found.expect(messages.length > 0, 'messages', 'must not be empty');
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`;
    if (message.role === 'tool') {
      const id = show(message.tool_call_id);
      found.expect(open.delete(id), place, `tool message without a preceding call: ${id}`);
      continue;
    }
    found.expect(open.size === 0, place, `calls without a tool message: ${[...open].join()}`);
    const calls = message.role === 'assistant' ? items(message.tool_calls) : [];
    open = new Set(calls.map((call) => show(json(call).id)));
  }
  found.expect(open.size === 0, 'messages', `calls without a tool message: ${[...open].join()}`);
}

function checkTools(body: Json, found: Violations): void {
  const tools = items(body.tools).map(json);
  found.expect(tools.length <= MAX_TOOLS, 'tools', `at most ${MAX_TOOLS} are supported`);
  for (const [index, tool] of tools.entries()) {
    const place = `tools[${index}]`;
    found.known(tool, ['type', 'function'], place);
    found.expect(tool.type === 'function', place, `unknown variant \`${show(tool.type)}\``);
    const definition = json(tool.function);
    found.known(definition, ['name', 'description', 'parameters', 'strict'], place);
    found.expect(matches(definition.name, NAME), place, `bad name ${show(definition.name)}`);
    if (definition.parameters !== undefined) checkParameters(definition, place, found);
  }
}

function checkOutput(body: Json, found: Violations): void {
  const { type } = json(body.response_format);
  if (body.response_format !== undefined && body.response_format !== null)
    found.expect(FORMATS.includes(show(type)), 'response_format', `type ${show(type)} is unavailable`);
  // https://api-docs.deepseek.com/guides/json_mode
  if (type === 'json_object')
    found.expect(/json/i.test(JSON.stringify(body.messages)), 'messages', "must contain the word 'json'");
  if (body.stream !== true)
    found.expect(body.stream_options === undefined, 'stream_options', 'only when streaming');
  if (body.reasoning_effort !== undefined)
    found.expect(
      EFFORTS.includes(show(body.reasoning_effort)),
      'reasoning_effort',
      `unknown value ${show(body.reasoning_effort)}`,
    );
}

/**
 * "For turns that do perform tool calls, the reasoning_content must be fully passed back to the API in all subsequent
 * requests" (https://api-docs.deepseek.com/guides/thinking_mode#tool-calls), which the API checks in messages with calls. It
 * answers a forced choice of a tool with "Thinking mode does not support this tool_choice", and log probabilities likewise.
 */
function checkThinking(
  body: Json,
  messages: readonly Json[],
  thoughts: ReadonlyMap<string, string>,
  found: Violations,
): void {
  for (const [index, message] of messages.entries()) {
    const calls = items(message.tool_calls).map((call) => show(json(call).id));
    if (message.role !== 'assistant' || calls.length === 0) continue;
    const place = `messages[${index}]`;
    const expected = calls.map((call) => thoughts.get(call)).find((text) => text !== undefined);
    if (typeof message.reasoning_content !== 'string')
      found.add(place, 'the reasoning_content in the thinking mode must be passed back to the API');
    else if (expected !== undefined)
      found.expect(message.reasoning_content === expected, place, 'reasoning_content is not what was given');
  }
  const choice = body.tool_choice;
  found.expect(
    choice === undefined || choice === null || choice === 'auto' || choice === 'none',
    'tool_choice',
    'thinking mode does not support this tool_choice',
  );
  for (const name of ['logprobs', 'top_logprobs'])
    found.expect(!body[name], name, 'not supported in thinking mode');
}
