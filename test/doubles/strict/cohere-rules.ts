import { items, json, matches, show, Violations, type Json } from './violations.js';

/** https://docs.cohere.com/reference/chat */
const TOP = [
  'model',
  'messages',
  'stream',
  'tools',
  'tool_choice',
  'strict_tools',
  'documents',
  'citation_options',
  'response_format',
  'safety_mode',
  'max_tokens',
  'stop_sequences',
  'temperature',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'k',
  'p',
  'logprobs',
  'thinking',
  'priority',
];
/** https://docs.cohere.com/v1/reference/chat#request.body.tools */
const NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url'],
  assistant: ['text', 'thinking'],
  tool: ['text', 'document'],
  system: ['text'],
};

/** Rules of Cohere that a chat request violates. */
export function cohereViolations(body: Json): string[] {
  const found = new Violations();
  found.known(body, TOP, 'body');
  found.expect(typeof body.model === 'string', 'model', 'a model parameter is required for this endpoint');
  const messages = items(body.messages).map(json);
  found.expect(messages.length > 0, 'messages', 'must not be empty');
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`;
    checkMessage(message, place, found);
    found.expect(
      message.role !== 'system' || index === 0,
      place,
      'system turn must be the first in the list',
    );
    if (message.role === 'tool') {
      const id = show(message.tool_call_id);
      found.expect(open.delete(id), place, `no tool call ${id}`);
    } else {
      found.expect(open.size === 0, place, `tool calls without results: ${[...open].join()}`);
      open = new Set(items(message.tool_calls).map((call) => show(json(call).id)));
    }
  }
  const images = messages
    .flatMap(({ content }) => items(content))
    .filter((part) => json(part).type === 'image_url');
  found.expect(images.length <= 20, 'messages', 'at most 20 images');
  checkSampling(body, found);
  checkTools(body, found);
  return found.list;
}

function checkMessage(message: Json, place: string, found: Violations): void {
  const { role, content, tool_calls: calls } = message;
  found.known(message, ['role', 'content', 'tool_calls', 'tool_plan', 'tool_call_id', 'citations'], place);
  const kinds = PARTS[show(role)];
  found.expect(kinds !== undefined, place, 'role must be one of system, user, assistant, tool');
  const isEmpty = content === undefined || content === '' || (Array.isArray(content) && content.length === 0);
  found.expect(!isEmpty || items(calls).length > 0, place, 'message must not be empty in a turn');
  for (const part of items(content).map(json)) {
    found.expect(
      kinds?.includes(show(part.type)) ?? false,
      place,
      `no ${show(part.type)} in a ${show(role)} turn`,
    );
    found.expect(part.text !== '', place, 'message must not be empty in a turn');
  }
  for (const call of items(calls).map(json)) {
    const { name, arguments: callArguments } = json(call.function);
    found.expect(typeof name === 'string' && typeof callArguments === 'string', place, 'bad tool call');
  }
}

function checkSampling(body: Json, found: Violations): void {
  const ranges: readonly (readonly [name: string, least: number, most: number])[] = [
    ['temperature', 0, 1],
    ['p', 0.01, 0.99],
    ['k', 0, 500],
    ['frequency_penalty', 0, 1],
    ['presence_penalty', 0, 1],
  ];
  for (const [name, least, most] of ranges) {
    const value = body[name];
    const isValid = value === undefined || (typeof value === 'number' && value >= least && value <= most);
    found.expect(isValid, name, `must be between ${least} and ${most} inclusive`);
  }
  found.expect(
    body.frequency_penalty === undefined || body.presence_penalty === undefined,
    'penalties',
    'cannot specify both frequency_penalty and presence_penalty',
  );
  found.expect(items(body.stop_sequences).length <= 5, 'stop_sequences', 'at most 5');
}

function checkTools(body: Json, found: Violations): void {
  const { tools, documents, response_format: format, tool_choice: choice } = body;
  for (const tool of items(tools).map(json)) {
    const { name, parameters } = json(tool.function);
    found.expect(matches(name, NAME), 'tools', `bad name ${show(name)}`);
    found.expect(json(parameters).type === 'object', 'tools', 'parameters must be the schema of an object');
  }
  if (body.strict_tools === true) checkStrict(items(tools), found);
  const isJsonMode = json(format).type === 'json_object';
  found.expect(!isJsonMode || !tools, 'response_format', 'is not supported with tools');
  found.expect(!isJsonMode || !documents, 'response_format', 'is not supported with RAG');
  found.expect(
    choice === undefined || ['REQUIRED', 'NONE'].includes(show(choice)),
    'tool_choice',
    'must be REQUIRED or NONE',
  );
  found.expect(choice === undefined || items(tools).length > 0, 'tool_choice', 'needs tools');
}

/** https://docs.cohere.com/docs/tool-use-parameter-types */
function checkStrict(tools: readonly unknown[], found: Violations): void {
  for (const tool of tools) {
    const { name, parameters } = json(json(tool).function);
    const required = items(json(parameters).required);
    found.expect(required.length > 0, 'strict_tools', `${show(name)} needs a required parameter`);
  }
  const fields = JSON.stringify(tools).match(/"type":/g)?.length ?? 0;
  found.expect(fields <= 500, 'strict_tools', 'at most 200 fields');
}
