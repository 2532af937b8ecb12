import { checkClosed } from './anthropic-schema-rules.js';
import { isJson, items, json, matches, Violations, type Json, show } from './violations.js';

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_RequestSyntax */
const TOP = [
  'additionalModelRequestFields',
  'additionalModelResponseFieldPaths',
  'guardrailConfig',
  'inferenceConfig',
  'messages',
  'outputConfig',
  'performanceConfig',
  'promptVariables',
  'requestMetadata',
  'serviceTier',
  'system',
  'toolConfig',
];
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  text: [],
  image: ['format', 'source'],
  document: ['format', 'name', 'source', 'context', 'citations'],
  audio: ['format', 'source'],
  toolUse: ['toolUseId', 'name', 'input'],
  toolResult: ['toolUseId', 'content', 'status'],
  reasoningContent: ['reasoningText', 'redactedContent'],
  cachePoint: ['type', 'ttl'],
};
const IMAGES = ['png', 'jpeg', 'gif', 'webp'];
const DOCUMENTS = ['pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md'];
/** Of tools and of their calls. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const DOCUMENT_NAME = /^(?!.*\s\s)[A-Za-z0-9\s\-()[\]]{1,200}$/;
/** Others do not continue a response. */
const PREFILLS = /(?:^|\.)(?:amazon\.nova|anthropic\.)|^arn:/;
const CHOOSES = /(?:^|\.)(?:amazon\.nova|anthropic\.|mistral\.mistral-large)/;

/** Rules of Converse that a request violates. */
export function converseViolations(body: Json, model: string): string[] {
  const found = new Violations();
  found.known(body, TOP, 'body');
  found.known(
    json(body.inferenceConfig),
    ['maxTokens', 'temperature', 'topP', 'stopSequences'],
    'inferenceConfig',
  );
  checkInference(json(body.inferenceConfig), found);
  for (const [index, block] of items(body.system).map(json).entries()) {
    const place = `system.${index}`;
    found.known(block, ['text', 'cachePoint', 'guardContent'], place);
    if ('text' in block) checkText(block.text, place, found);
  }
  checkMessages(body, model, found);
  checkTools(body, model, found);
  const points = JSON.stringify(body).match(/"cachePoint":\{/g)?.length ?? 0;
  found.expect(points <= 4, 'cachePoint', 'at most 4 are allowed');
  return found.list;
}

function checkInference({ maxTokens, temperature, topP, stopSequences }: Json, found: Violations): void {
  if (maxTokens !== undefined)
    found.expect(Number.isInteger(maxTokens) && Number(maxTokens) > 0, 'maxTokens', 'must be at least 1');
  for (const [name, value] of Object.entries({ temperature, topP })) {
    const isValid = value === undefined || (Number(value) >= 0 && Number(value) <= 1);
    found.expect(isValid, name, 'must be between 0 and 1');
  }
  for (const stop of items(stopSequences)) found.expect(stop !== '', 'stopSequences', 'must not be empty');
}

function checkMessages(body: Json, model: string, found: Violations): void {
  const messages = items(body.messages).map(json);
  found.expect(messages[0]?.role === 'user', 'messages', 'a conversation must start with a user message');
  let calls: string[] = [];
  const documents = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const place = `messages.${index}`;
    const role = show(message.role);
    const content = items(message.content).map(json);
    found.known(message, ['role', 'content'], place);
    found.expect(['user', 'assistant'].includes(role), place, `unexpected role ${role}`);
    found.expect(
      role !== messages[index - 1]?.role,
      place,
      'roles must alternate between user and assistant',
    );
    found.expect(content.length > 0, place, 'the content field is empty');
    const last = content.at(-1) ?? {};
    found.expect(!('reasoningContent' in last), place, 'the final block of a message cannot be reasoning');
    for (const [at, block] of content.entries()) checkBlock(block, role, `${place}.content.${at}`, found);
    const hasDocument = content.some((block) => 'document' in block);
    const hasText = content.some((block) => 'text' in block);
    found.expect(!hasDocument || hasText, place, 'a document requires a text block');
    for (const { document } of content) {
      if (document === undefined) continue;
      const { name } = json(document);
      found.expect(!documents.has(name), place, `duplicate document name ${show(name)}`);
      documents.add(name);
    }
    const results = content
      .filter((block) => 'toolResult' in block)
      .map((block) => show(json(block.toolResult).toolUseId));
    found.expect(
      calls.toSorted().join() === results.toSorted().join(),
      place,
      `tool results (${results.join()}) must be those of the calls before (${calls.join()})`,
    );
    calls = content.filter((block) => 'toolUse' in block).map((block) => show(json(block.toolUse).toolUseId));
  }
  found.expect(calls.length === 0, 'messages', `tool calls without results: ${calls.join()}`);
  // https://github.com/i-am-bee/beeai-framework/issues/753
  const mayEnd = messages.at(-1)?.role === 'user' || PREFILLS.test(model);
  found.expect(
    mayEnd,
    'messages',
    `${model} requires the last turn in the conversation to be a user message`,
  );
}

function checkBlock(block: Json, role: string, place: string, found: Violations): void {
  const kinds = Object.keys(block);
  const [kind = ''] = kinds;
  const members = BLOCKS[kind];
  found.expect(kinds.length === 1 && members !== undefined, place, `unexpected members ${kinds.join()}`);
  if (kind === 'text') return checkText(block.text, place, found);
  const value = json(block[kind]);
  found.known(value, members ?? [], place);
  switch (kind) {
    case 'image':
      found.expect(IMAGES.includes(show(value.format)), place, `unexpected format ${show(value.format)}`);
      break;
    case 'document':
      found.expect(DOCUMENTS.includes(show(value.format)), place, `unexpected format ${show(value.format)}`);
      found.expect(matches(value.name, DOCUMENT_NAME), place, `invalid name ${show(value.name)}`);
      break;
    case 'toolUse':
      found.expect(matches(value.toolUseId, NAME), place, `invalid id ${show(value.toolUseId)}`);
      found.expect(matches(value.name, NAME), place, `invalid name ${show(value.name)}`);
      found.expect(isJson(value.input), place, 'input must be an object');
      break;
    case 'toolResult':
      found.expect(items(value.content).length > 0, place, 'content must not be empty');
      for (const inner of items(value.content).map(json))
        if ('text' in inner) checkText(inner.text, place, found);
      break;
    default:
  }
  if (['image', 'document', 'audio', 'toolResult'].includes(kind))
    found.expect(role === 'user', place, `${kind} is only allowed in user messages`);
  if (['toolUse', 'reasoningContent'].includes(kind))
    found.expect(role === 'assistant', place, `${kind} is only allowed in assistant messages`);
}

function checkText(text: unknown, place: string, found: Violations): void {
  found.expect(typeof text === 'string' && text.trim() !== '', place, 'the text field is blank');
}

function checkTools(body: Json, model: string, found: Violations): void {
  const config = json(body.toolConfig);
  const content = items(body.messages).flatMap((message) => items(json(message).content).map(json));
  const usesTools = content.some((block) => 'toolUse' in block || 'toolResult' in block);
  found.expect(!usesTools || isJson(body.toolConfig), 'toolConfig', 'must be defined when using tool blocks');
  if (!isJson(body.toolConfig)) return;
  found.known(config, ['tools', 'toolChoice'], 'toolConfig');
  const tools = items(config.tools).map((tool) => json(json(tool).toolSpec));
  found.expect(tools.length > 0, 'toolConfig.tools', 'must not be empty');
  const names = new Set<unknown>();
  for (const [index, tool] of tools.entries()) {
    const place = `toolConfig.tools.${index}`;
    found.known(tool, ['name', 'description', 'inputSchema', 'strict'], place);
    found.expect(matches(tool.name, NAME), place, `invalid name ${show(tool.name)}`);
    found.expect(!names.has(tool.name), place, 'names must be unique');
    found.expect(tool.description !== '', place, 'description must not be empty');
    found.expect(
      json(json(tool.inputSchema).json).type === 'object',
      place,
      'the schema must be of an object',
    );
    if (tool.strict === true) checkClosed(json(tool.inputSchema).json, `${place}.inputSchema`, found);
    names.add(tool.name);
  }
  const choice = json(config.toolChoice);
  found.expect(
    config.toolChoice === undefined || CHOOSES.test(model),
    'toolChoice',
    `not supported by ${model}`,
  );
  if (isJson(choice.tool))
    found.expect(names.has(choice.tool.name), 'toolChoice', `unknown tool ${show(choice.tool.name)}`);
}
