import { checkSchemas } from './anthropic-schema-rules.js';
import {
  isJson,
  items,
  json,
  matches,
  Violations,
  type IssuedContent,
  type Json,
  show,
} from './violations.js';

/** https://platform.claude.com/docs/en/api/messages/create; the members in `BETA` need a beta header. */
const TOP = [
  'model',
  'messages',
  'max_tokens',
  'system',
  'stop_sequences',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'tools',
  'tool_choice',
  'thinking',
  'metadata',
  'service_tier',
  'output_config',
  'container',
  'cache_control',
  'inference_geo',
];
const BETA = [
  'context_management',
  'mcp_servers',
  'output_format',
  'speed',
  'fallbacks',
  'diagnostics',
  'compaction',
];
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'citations'],
  image: ['source'],
  document: ['source', 'title', 'context', 'citations'],
  search_result: ['source', 'title', 'content', 'citations'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
  tool_use: ['id', 'name', 'input', 'caller'],
  tool_result: ['tool_use_id', 'content', 'is_error'],
  tool_reference: ['tool_name'],
};
const TOOL = [
  'name',
  'description',
  'input_schema',
  'type',
  'cache_control',
  'strict',
  'defer_loading',
  'input_examples',
  'eager_input_streaming',
  'allowed_callers',
];
const ID = /^[a-zA-Z0-9_-]+$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const MAX_USER_LENGTH = 256;
/** https://platform.claude.com/docs/en/build-with-claude/vision#image-types-and-sizes */
const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const MAX_HINTS = 4;
const MIN_BUDGET = 1024;

/** Rules of Anthropic that a Messages request violates. */
export function anthropicViolations(
  body: Json,
  headers: Readonly<Record<string, unknown>>,
  issued: IssuedContent,
): string[] {
  const found = new Violations();
  const hasBeta = typeof headers['anthropic-beta'] === 'string';
  found.expect(typeof headers['anthropic-version'] === 'string', 'header anthropic-version', 'is required');
  found.known(body, hasBeta ? [...TOP, ...BETA] : TOP, 'body');
  found.expect(
    Number.isInteger(body.max_tokens) && Number(body.max_tokens) > 0,
    'max_tokens',
    'must be at least 1',
  );
  for (const stop of items(body.stop_sequences))
    found.expect(typeof stop === 'string' && stop.trim() !== '', 'stop_sequences', 'must hold no blank text');
  const hints = JSON.stringify(body).match(/"cache_control":\{/g)?.length ?? 0;
  found.expect(hints <= MAX_HINTS, 'cache_control', `at most ${MAX_HINTS} are allowed`);
  const user = json(body.metadata).user_id;
  found.expect(
    user === undefined || show(user).length <= MAX_USER_LENGTH,
    'metadata.user_id',
    `bad id ${show(user)}`,
  );
  checkTools(body, found);
  checkSchemas(body, found);
  checkThinking(body, found);
  checkMessages(body, headers, issued, found);
  return found.list;
}

function checkTools(body: Json, found: Violations): void {
  const names = new Set<unknown>();
  for (const [index, item] of items(body.tools).entries()) {
    const tool = json(item);
    const place = `tools.${index}`;
    found.expect(matches(tool.name, NAME), place, `bad name ${show(tool.name)}`);
    found.expect(!names.has(tool.name), place, 'tool names must be unique');
    names.add(tool.name);
    if (tool.type !== undefined && tool.type !== 'custom') continue;
    found.known(tool, TOOL, place);
  }
  const choice = json(body.tool_choice);
  if (choice.type === 'tool')
    found.expect(names.has(choice.name), 'tool_choice', `tool ${show(choice.name)} is not among the tools`);
  const isForced = choice.type === 'tool' || choice.type === 'any';
  const thinks = ['enabled', 'adaptive'].includes(show(json(body.thinking).type));
  found.expect(
    !(isForced && thinks),
    'tool_choice',
    'thinking may not be enabled when tool_choice forces tool use',
  );
}

/** Version number from the model name: claude-opus-4-8 is 4.8. */
function generation(model: string): number {
  if (/claude-(?:mythos|fable)/.test(model)) return 5.1;
  const [, major, minor] = /claude-(?:[a-z]+-)?(\d)(?:-(\d{1,2}))?(?!\d)/.exec(model) ?? [];
  return Number(major ?? 0) + Number(minor ?? 0) / 10;
}

/** https://platform.claude.com/docs/en/build-with-claude/extended-thinking and the pages on adaptive thinking and effort. */
function checkThinking(body: Json, found: Violations): void {
  const model = show(body.model);
  const version = generation(model);
  const thinking = json(body.thinking);
  const limit = Number(body.max_tokens);
  if (thinking.type === 'enabled') {
    const budget = Number(thinking.budget_tokens);
    found.expect(version < 4.7, 'thinking.type', `enabled is not supported by ${model}`);
    found.expect(version >= 3.7 || version === 0, 'thinking', `not supported by ${model}`);
    found.expect(budget >= MIN_BUDGET, 'thinking.budget_tokens', `must be at least ${MIN_BUDGET}`);
    found.expect(budget < limit, 'thinking.budget_tokens', 'must be less than max_tokens');
  }
  if (thinking.type === 'adaptive')
    found.expect(version >= 4.6 || version === 0, 'thinking.type', `adaptive is not supported by ${model}`);
  if (thinking.type === 'disabled')
    found.expect(!/mythos|fable/.test(model), 'thinking.type', `disabled is not supported by ${model}`);
  const { effort, format } = json(body.output_config);
  if (effort !== undefined && effort !== null) {
    const takes = version >= 4.6 || /opus-4-5/.test(model) || version === 0;
    found.expect(takes, 'output_config.effort', `not supported by ${model}`);
    found.expect(
      ['low', 'medium', 'high', 'xhigh', 'max'].includes(show(effort)),
      'output_config.effort',
      'unknown value',
    );
    if (effort === 'xhigh')
      found.expect(version >= 4.7, 'output_config.effort', `xhigh is not supported by ${model}`);
  }
  const last = items(body.messages).map(json).at(-1);
  if (last?.role === 'assistant') {
    // https://platform.claude.com/docs/en/build-with-claude/working-with-messages#putting-words-in-claudes-mouth
    found.expect(version < 4.6, 'messages', `${model} does not support assistant message prefill`);
    const isFree = thinking.type !== 'enabled' && !isJson(format);
    found.expect(isFree, 'messages', 'prefill cannot be used with thinking or structured outputs');
    const text = typeof last.content === 'string' ? last.content : json(items(last.content).at(-1)).text;
    found.expect(
      show(text ?? '').trimEnd() === (text ?? ''),
      'messages',
      'final assistant content cannot end with trailing whitespace',
    );
  }
  const samples = ['temperature', 'top_p', 'top_k'].filter((name) => body[name] !== undefined);
  if (version >= 4.7) found.expect(samples.length === 0, samples.join(), `not supported by ${model}`);
  const both = body.temperature !== undefined && body.top_p !== undefined;
  // https://platform.claude.com/docs/en/about-claude/models/migration-guide
  found.expect(!both || version < 4.1, 'temperature', 'and top_p cannot both be specified for this model');
  const thinks = thinking.type === 'enabled' || thinking.type === 'adaptive';
  if (body.temperature !== undefined) {
    const value = Number(body.temperature);
    found.expect(value >= 0 && value <= 1, 'temperature', 'must be between 0 and 1');
    if (thinks) found.expect(value === 1, 'temperature', 'may only be 1 when thinking is enabled');
  }
  if (thinks) found.expect(body.top_k === undefined, 'top_k', 'must be unset when thinking is enabled');
}

/**
 * Instructions in the middle (https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages): only
 * newer models take them, behind the user's message, and as texts.
 */
function checkSystem(
  body: Json,
  headers: Readonly<Record<string, unknown>>,
  index: number,
  found: Violations,
): void {
  const messages = items(body.messages).map(json);
  const message = messages[index] ?? {};
  const { content } = message;
  const place = `messages.${index}`;
  const hasSettings = /per-turn|mid-conversation-(?:output|system)/.test(show(headers['anthropic-beta']));
  found.known(message, ['role', 'content', ...(hasSettings ? ['output_config', 'clear_at'] : [])], place);
  found.expect(generation(show(body.model)) >= 4.8, place, "role 'system' is not supported on this model");
  found.expect(messages[index - 1]?.role === 'user', place, 'role system must follow a user message');
  const next = messages[index + 1]?.role;
  found.expect(
    next === undefined || next === 'assistant',
    place,
    'role system must precede an assistant turn',
  );
  const isText = typeof content === 'string' || items(content).every((block) => json(block).type === 'text');
  found.expect(isText, place, 'role system takes texts only');
}

function checkMessages(
  body: Json,
  headers: Readonly<Record<string, unknown>>,
  issued: IssuedContent,
  found: Violations,
): void {
  const messages = items(body.messages).map(json);
  found.expect(messages.length > 0, 'messages', 'at least one message is required');
  found.expect(messages[0]?.role === 'user', 'messages.0', 'the first message must be of the user');
  let calls: string[] = [];
  const ids = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const place = `messages.${index}`;
    const role = show(message.role);
    if (role === 'system') {
      checkSystem(body, headers, index, found);
      continue;
    }
    found.expect(role === 'user' || role === 'assistant', `${place}.role`, `unexpected role ${role}`);
    found.known(message, ['role', 'content'], place);
    if (typeof message.content === 'string') {
      found.expect(message.content !== '', place, 'content must not be empty');
      found.expect(calls.length === 0, place, `tool_use without tool_result: ${calls.join()}`);
      calls = [];
      continue;
    }
    const blocks = items(message.content).map(json);
    found.expect(blocks.length > 0, place, 'content must not be empty');
    // https://github.com/cortexkit/anthropic-auth/pull/49
    found.expect(
      role !== 'assistant' || !show(blocks.at(-1)?.type).endsWith('thinking'),
      place,
      'the final block in an assistant message cannot be thinking',
    );
    for (const [at, block] of blocks.entries())
      checkBlock(block, role, `${place}.content.${at}`, issued, found);
    const results = blocks
      .filter(({ type }) => type === 'tool_result')
      .map((block) => show(block.tool_use_id));
    const open = calls;
    for (const call of open)
      found.expect(results.includes(call), place, `tool_use without tool_result: ${call}`);
    for (const result of results)
      found.expect(open.includes(result), place, `unexpected tool_use_id in tool_result: ${result}`);
    if (open.length > 0) {
      const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result');
      const lastResult = blocks.findLastIndex(({ type }) => type === 'tool_result');
      found.expect(firstOther === -1 || firstOther > lastResult, place, 'tool_result blocks must come first');
    }
    calls = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => show(id));
    for (const id of calls) {
      found.expect(!ids.has(id), place, `tool_use ids must be unique: ${id}`);
      ids.add(id);
    }
  }
  found.expect(calls.length === 0, 'messages', `tool_use without tool_result: ${calls.join()}`);
  checkLoop(body, messages, found);
}

/** With a thinking budget, an assistant turn that calls tools must begin with a thinking block. */
function checkLoop(body: Json, messages: readonly Json[], found: Violations): void {
  if (json(body.thinking).type !== 'enabled') return;
  const isResult = (block: unknown) => json(block).type === 'tool_result';
  if (!items(messages.at(-1)?.content).some(isResult)) return;
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const first = json(items(messages[last]?.content)[0]).type;
  const thinks = first === 'thinking' || first === 'redacted_thinking';
  found.expect(thinks, `messages.${last}.content.0`, `expected thinking, but found ${show(first)}`);
}

function checkBlock(
  block: Json,
  role: string,
  place: string,
  issued: IssuedContent,
  found: Violations,
): void {
  const type = show(block.type);
  const members = BLOCKS[type];
  if (!members) {
    found.add(place, `unknown block ${type}`);
    return;
  }
  found.known(block, ['type', 'cache_control', ...members], place);
  const isAssistants = type === 'tool_use' || type.endsWith('thinking');
  if (isAssistants) found.expect(role === 'assistant', place, `${type} belongs to the assistant`);
  if (type === 'image' || type === 'document') checkSource(block, type, role, place, found);
  if (type === 'tool_result') found.expect(role === 'user', place, 'tool_result belongs to the user');
  if (type === 'text') {
    found.expect(typeof block.text === 'string' && block.text.trim() !== '', place, 'text must not be blank');
  }
  if (type === 'tool_use') {
    found.expect(matches(block.id, ID), `${place}.id`, `bad id ${show(block.id)}`);
    found.expect(matches(block.name, NAME), `${place}.name`, `bad name ${show(block.name)}`);
    found.expect(isJson(block.input), `${place}.input`, 'must be an object');
  }
  if (type === 'thinking')
    found.expect(issued.signatures.has(show(block.signature)), place, 'invalid signature in thinking block');
  if (type === 'tool_result' && Array.isArray(block.content)) {
    for (const [index, inner] of block.content.entries())
      checkBlock(json(inner), 'user', `${place}.content.${index}`, issued, found);
  }
}

/** https://platform.claude.com/docs/en/api/messages/create#image_block_param */
function checkSource(block: Json, type: string, role: string, place: string, found: Violations): void {
  const { type: kind, media_type: media } = json(block.source);
  found.expect(role === 'user', place, `${type} belongs to the user`);
  if (kind === 'base64')
    found.expect(
      type === 'image' ? IMAGES.includes(show(media)) : media === 'application/pdf',
      place,
      `media type ${show(media)} is not supported`,
    );
  const { title } = block;
  found.expect(title === undefined || show(title).length > 0, place, 'title must not be empty');
}
