import { responsesLimits } from './chat-limits.js';
import { checkName, checkUser } from './chat-rules.js';
import { checkEffort, checkFormat, checkParameters } from './openai-schema-rules.js';
import { items, json, matches, Violations, type IssuedContent, type Json, show } from './violations.js';

/** https://platform.openai.com/docs/api-reference/responses/create, and `client_metadata`, which Codex sends. */
const TOP = [
  'background',
  'context_management',
  'conversation',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
  'client_metadata',
];
const INCLUDES = [
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
  'message.input_image.image_url',
  'file_search_call.results',
  'web_search_call.action.sources',
  'web_search_call.results',
  'code_interpreter_call.outputs',
  'computer_call_output.output.image_url',
];
const TOOLS = [
  'function',
  'custom',
  'namespace',
  'tool_search',
  'web_search',
  'web_search_preview',
  'file_search',
  'mcp',
  'code_interpreter',
  'image_generation',
  'local_shell',
  'shell',
  'apply_patch',
  'computer',
];
/** Id prefixes by item type. */
const PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg_',
  reasoning: 'rs_',
  function_call: 'fc_',
  custom_tool_call: 'ctc_',
};
const MIN_OUTPUT_TOKENS = 16;

/** Rules of OpenAI that a Responses request violates. */
export function responsesViolations(body: Json, issued: IssuedContent): string[] {
  const found = new Violations();
  found.known(body, TOP, 'body');
  const limit = body.max_output_tokens;
  found.expect(
    limit === undefined || limit === null || Number(limit) >= MIN_OUTPUT_TOKENS,
    'max_output_tokens',
    'must be at least 16',
  );
  for (const name of items(body.include))
    found.expect(INCLUDES.includes(show(name)), 'include', `unknown value ${show(name)}`);
  checkEffort(json(body.reasoning).effort, show(body.model), 'reasoning.effort', found);
  if (/^(o\d|gpt-5)/.test(show(body.model)))
    found.expect(
      body.temperature === undefined || body.temperature === null,
      'temperature',
      'not supported by the model',
    );
  for (const [index, tool] of items(body.tools).entries()) checkTool(json(tool), `tools[${index}]`, found);
  if (typeof body.input !== 'string')
    checkInput(items(body.input).map(json), body.store === false, issued, found);
  checkUser(body, responsesLimits, found);
  const { format } = json(body.text);
  if (json(format).type === 'json_schema') checkFormat(json(format), responsesLimits, found);
  return found.list;
}

function checkTool(tool: Json, place: string, found: Violations): void {
  const type = show(tool.type);
  found.expect(TOOLS.includes(type), place, `unknown type ${type}`);
  if (type === 'namespace') {
    found.expect(typeof tool.description === 'string', place, 'description is required');
    items(tool.tools).forEach((inner, index) => checkTool(json(inner), `${place}.tools[${index}]`, found));
    return;
  }
  if (type !== 'function') return;
  found.known(
    tool,
    ['type', 'name', 'description', 'parameters', 'strict', 'defer_loading', 'output_schema'],
    place,
  );
  checkName(tool.name, responsesLimits.toolName, place, found);
  // `strict` defaults to true.
  checkParameters({ ...tool, strict: tool.strict ?? true }, place, found);
}

function checkInput(
  input: readonly Json[],
  isUnstored: boolean,
  issued: IssuedContent,
  found: Violations,
): void {
  const open = new Set<string>();
  const all = new Set<string>();
  for (const [index, item] of input.entries()) {
    const place = `input[${index}]`;
    const type = show(item.type ?? 'message');
    const prefix = PREFIXES[type];
    if (prefix && typeof item.id === 'string')
      found.expect(item.id.startsWith(prefix), `${place}.id`, `expected an id that begins with ${prefix}`);
    switch (type) {
      case 'message':
        checkMessage(item, place, found);
        break;
      case 'function_call':
      case 'custom_tool_call':
        found.expect(matches(item.call_id, responsesLimits.callId), `${place}.call_id`, 'is too long');
        checkName(item.name, responsesLimits.toolName, place, found);
        found.expect(typeof (item.arguments ?? item.input) === 'string', place, 'arguments must be a string');
        open.add(show(item.call_id));
        all.add(show(item.call_id));
        break;
      case 'function_call_output':
      case 'custom_tool_call_output':
        found.expect(all.has(show(item.call_id)), place, `no tool call found for ${show(item.call_id)}`);
        open.delete(show(item.call_id));
        break;
      case 'reasoning':
        found.expect(Array.isArray(item.summary), place, 'summary is required');
        if (typeof item.encrypted_content === 'string')
          found.expect(
            issued.signatures.has(item.encrypted_content),
            place,
            'encrypted content could not be verified',
          );
        else found.expect(!isUnstored, place, 'items are not persisted when store is false');
        break;
      case 'item_reference':
        found.expect(!isUnstored, place, 'items are not persisted when store is false');
        break;
      case 'additional_tools':
      case 'tool_search_call':
      case 'tool_search_output':
      case 'web_search_call':
      case 'compaction':
        break;
      default:
        found.add(place, `unknown type ${type}`);
    }
  }
  found.expect(open.size === 0, 'input', `no tool output found for ${[...open].join()}`);
}

function checkMessage(item: Json, place: string, found: Violations): void {
  const role = show(item.role);
  found.known(item, ['type', 'id', 'role', 'content', 'status', 'phase'], place);
  found.expect(
    ['user', 'assistant', 'system', 'developer'].includes(role),
    `${place}.role`,
    `invalid value ${role}`,
  );
  if (typeof item.content === 'string') return;
  const texts =
    role === 'assistant'
      ? ['output_text', 'refusal']
      : ['input_text', 'input_image', 'input_file', 'input_audio'];
  for (const part of items(item.content).map(json))
    found.expect(texts.includes(show(part.type)), place, `invalid part ${show(part.type)} of ${role}`);
}
