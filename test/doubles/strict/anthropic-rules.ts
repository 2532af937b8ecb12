import { isJson, items, json, Violations, type Given, type Json, show } from './violations.js';

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
];
TOOL.push('eager_input_streaming', 'allowed_callers');
const ID = /^[a-zA-Z0-9_-]+$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const MAX_HINTS = 4;
const MIN_BUDGET = 1024;

/** Rules of Anthropic that a Messages request violates. */
export function anthropicViolations(
  body: Json,
  headers: Readonly<Record<string, unknown>>,
  given: Given,
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
  checkTools(body, found);
  checkThinking(body, found);
  checkMessages(body, headers, given, found);
  return found.list;
}

function checkTools(body: Json, found: Violations): void {
  const names = new Set<unknown>();
  for (const [index, item] of items(body.tools).entries()) {
    const tool = json(item);
    const place = `tools.${index}`;
    found.expect(typeof tool.name === 'string' && NAME.test(tool.name), place, `bad name ${show(tool.name)}`);
    found.expect(!names.has(tool.name), place, 'tool names must be unique');
    names.add(tool.name);
    if (tool.type !== undefined && tool.type !== 'custom') continue;
    found.known(tool, TOOL, place);
    found.expect(json(tool.input_schema).type === 'object', `${place}.input_schema.type`, "must be 'object'");
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
      'unknown word',
    );
    if (effort === 'xhigh')
      found.expect(version >= 4.7, 'output_config.effort', `xhigh is not supported by ${model}`);
  }
  if (isJson(format)) checkClosed(format.schema, 'output_config.format.schema', found);
  const samples = ['temperature', 'top_p', 'top_k'].filter((name) => body[name] !== undefined);
  if (version >= 4.7) found.expect(samples.length === 0, samples.join(), `not supported by ${model}`);
  const thinks = thinking.type === 'enabled' || thinking.type === 'adaptive';
  if (body.temperature !== undefined) {
    const value = Number(body.temperature);
    found.expect(value >= 0 && value <= 1, 'temperature', 'must be between 0 and 1');
    if (thinks) found.expect(value === 1, 'temperature', 'may only be 1 when thinking is enabled');
  }
  if (thinks) found.expect(body.top_k === undefined, 'top_k', 'must be unset when thinking is enabled');
}

function checkClosed(schema: unknown, place: string, found: Violations): void {
  if (Array.isArray(schema)) schema.forEach((item, index) => checkClosed(item, `${place}.${index}`, found));
  if (!isJson(schema)) return;
  if (schema.type === 'object') found.expect(schema.additionalProperties === false, place, 'must be closed');
  for (const name of ['minimum', 'maximum', 'minLength', 'maxLength', 'maxItems'])
    found.expect(typeof schema[name] !== 'number', place, `${name} is not supported`);
  for (const [name, value] of Object.entries(schema)) checkClosed(value, `${place}.${name}`, found);
}

function checkMessages(
  body: Json,
  headers: Readonly<Record<string, unknown>>,
  given: Given,
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
      const beta = show(headers['anthropic-beta'] ?? '');
      const allowed = beta.includes('mid-conversation-system') || generation(show(body.model)) >= 4.8;
      found.expect(allowed, place, 'role system needs its beta or a newer model');
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
    for (const [at, block] of blocks.entries())
      checkBlock(block, role, `${place}.content.${at}`, given, found);
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

function checkBlock(block: Json, role: string, place: string, given: Given, found: Violations): void {
  const type = show(block.type);
  const members = BLOCKS[type];
  if (!members) {
    found.add(place, `unknown block ${type}`);
    return;
  }
  found.known(block, ['type', 'cache_control', ...members], place);
  const isAssistants = type === 'tool_use' || type.endsWith('thinking');
  if (isAssistants) found.expect(role === 'assistant', place, `${type} belongs to the assistant`);
  if (type === 'tool_result') found.expect(role === 'user', place, 'tool_result belongs to the user');
  if (type === 'text') {
    found.expect(typeof block.text === 'string' && block.text.trim() !== '', place, 'text must not be blank');
  }
  if (type === 'tool_use') {
    found.expect(ID.test(show(block.id)), `${place}.id`, `bad id ${show(block.id)}`);
    found.expect(NAME.test(show(block.name)), `${place}.name`, `bad name ${show(block.name)}`);
    found.expect(isJson(block.input), `${place}.input`, 'must be an object');
  }
  if (type === 'thinking')
    found.expect(given.signatures.has(show(block.signature)), place, 'invalid signature in thinking block');
  if (type === 'tool_result' && Array.isArray(block.content)) {
    for (const [index, inner] of block.content.entries())
      checkBlock(json(inner), 'user', `${place}.content.${index}`, given, found);
  }
}
