import { isJson, items, json, Violations, type Json, show } from './violations.js';

/** https://platform.openai.com/docs/api-reference/chat/create */
const TOP = [
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
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_CALL_ID = 64;

/** Rules of OpenAI that a chat completions request violates. */
export function chatViolations(body: Json): string[] {
  const found = new Violations();
  found.known(body, TOP, 'body');
  checkMessages(items(body.messages).map(json), found);
  checkTools(body, found);
  checkModel(body, found);
  if (body.stream !== true)
    found.expect(body.stream_options === undefined, 'stream_options', 'only when streaming');
  const format = json(body.response_format);
  if (format.type === 'json_object')
    found.expect(/json/i.test(JSON.stringify(body.messages)), 'messages', "must contain the word 'json'");
  return found.list;
}

/** Every tool call must be answered by a tool message before any other message. */
function checkMessages(messages: readonly Json[], found: Violations): void {
  found.expect(messages.length > 0, 'messages', 'must not be empty');
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const place = `messages.[${index}]`;
    const role = show(message.role);
    const members = MEMBERS[role];
    if (!members) {
      found.add(`${place}.role`, `invalid value ${role}`);
      continue;
    }
    found.known(message, members, place);
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
        checkCall(call, place, found);
        open.add(show(call.id));
      }
    } else checkContent(message.content, role, place, found);
  }
  found.expect(open.size === 0, 'messages', `calls without a tool message: ${[...open].join()}`);
}

function isTexts(content: unknown): boolean {
  return Array.isArray(content) && content.every((part) => json(part).type === 'text');
}

function checkCall(call: Json, place: string, found: Violations): void {
  found.known(call, ['id', 'type', 'function', 'custom'], place);
  found.expect(typeof call.id === 'string' && call.id.length <= MAX_CALL_ID, place, 'bad id of a call');
  if (call.type === 'custom') return;
  const target = json(call.function);
  found.expect(NAME.test(show(target.name)), place, `bad name ${show(target.name)}`);
  found.expect(typeof target.arguments === 'string', place, 'arguments must be a string');
}

function checkContent(content: unknown, role: string, place: string, found: Violations): void {
  if (typeof content === 'string') return;
  found.expect(Array.isArray(content) && content.length > 0, place, 'content must be a text or a list');
  const types = role === 'user' ? ['text', 'image_url', 'input_audio', 'file'] : ['text'];
  for (const part of items(content).map(json)) {
    found.expect(types.includes(show(part.type)), place, `unexpected part ${show(part.type)}`);
    found.expect(!('cache_control' in part), place, 'unknown member cache_control');
  }
}

function checkTools(body: Json, found: Violations): void {
  const tools = items(body.tools).map(json);
  if (body.tools !== undefined) found.expect(tools.length > 0, 'tools', 'must not be empty');
  const isOffered = tools.length > 0;
  found.expect(isOffered || body.tool_choice === undefined, 'tool_choice', 'only with tools');
  found.expect(isOffered || body.parallel_tool_calls === undefined, 'parallel_tool_calls', 'only with tools');
  const names = new Set<unknown>();
  for (const [index, tool] of tools.entries()) {
    const place = `tools[${index}]`;
    found.known(tool, ['type', 'function', 'custom'], place);
    const definition = json(tool.type === 'custom' ? tool.custom : tool.function);
    found.known(definition, ['name', 'description', 'parameters', 'strict', 'format'], place);
    found.expect(NAME.test(show(definition.name)), place, `bad name ${show(definition.name)}`);
    found.expect(!names.has(definition.name), place, 'names must be unique');
    names.add(definition.name);
    if (definition.parameters !== undefined) checkParameters(definition, place, found);
  }
}

export function checkParameters(definition: Json, place: string, found: Violations): void {
  const schema = json(definition.parameters);
  found.expect(schema.type === 'object', `${place}.parameters`, 'schema must be of type object');
  if (definition.strict === true) checkStrict(schema, `${place}.parameters`, found);
}

/** https://platform.openai.com/docs/guides/structured-outputs#supported-schemas */
function checkStrict(schema: unknown, place: string, found: Violations): void {
  if (!isJson(schema)) return;
  if (schema.type === 'object') {
    found.expect(schema.additionalProperties === false, place, 'additionalProperties must be false');
    const names = Object.keys(json(schema.properties));
    found.expect(
      names.every((name) => items(schema.required).includes(name)),
      place,
      'all properties must be required',
    );
  }
  for (const inner of Object.values(json(schema.properties))) checkStrict(inner, place, found);
  checkStrict(schema.items, place, found);
}

/** Effort values by model, as listed in the API reference. */
export function checkEffort(effort: unknown, model: string, place: string, found: Violations): void {
  if (effort === undefined || effort === null) return;
  const word = show(effort);
  if (/^(gpt-3|gpt-4|chatgpt)/.test(model)) found.add(place, `not supported by ${model}`);
  else if (/^gpt-5(-(mini|nano))?(-\d{4}.*)?$/.test(model))
    found.expect(
      ['minimal', 'low', 'medium', 'high'].includes(word),
      place,
      `${word} is not supported by ${model}`,
    );
  else if (/^o\d/.test(model))
    found.expect(['low', 'medium', 'high'].includes(word), place, `${word} is not supported by ${model}`);
  else if (/^gpt-5\.1$/.test(model))
    found.expect(
      ['none', 'low', 'medium', 'high'].includes(word),
      place,
      `${word} is not supported by ${model}`,
    );
  else
    found.expect(
      ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'].includes(word),
      place,
      `unknown word ${word}`,
    );
}

function checkModel(body: Json, found: Violations): void {
  const model = show(body.model);
  checkEffort(body.reasoning_effort, model, 'reasoning_effort', found);
  if (!/^(o\d|gpt-5)/.test(model) || /-chat/.test(model)) return;
  found.expect(body.max_tokens === undefined, 'max_tokens', 'use max_completion_tokens');
  found.expect(
    body.temperature === undefined || body.temperature === 1,
    'temperature',
    'only the default is supported',
  );
}
