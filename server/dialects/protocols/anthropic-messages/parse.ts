import type { CanonicalChat, TextPart } from '../../canonical/chat.js';
import type { Fields } from '../../json/fields.js';
import { parseWhole } from '../../json/top-level.js';
import { NATIVE_MEMBERS } from './block-table.js';
import { textPart } from './blocks.js';
import { readTools } from './tools.js';
import { readConversation } from './turns.js';

export function parseMessages(body: Buffer): CanonicalChat {
  return parseWhole(body, 'invalid_claude_request', (fields) => {
    const nativeOnly = NATIVE_MEMBERS.filter((name) => isPresent(fields, name)).map(String);
    const geography = fields.string('inference_geo') ?? 'global';
    if (geography !== 'global') nativeOnly.push(`inference_geo ${geography}`);
    const conversation = readConversation(fields.objects('messages'), nativeOnly);
    return {
      model: fields.neededString('model'),
      system: [...system(fields, nativeOnly), ...conversation.system],
      turns: conversation.turns,
      ...readTools(fields, conversation.toolChanges, nativeOnly),
      parallelTools:
        fields.object('tool_choice')?.boolean('disable_parallel_tool_use') === true ? false : undefined,
      maxTokens: fields.integer('max_tokens') || undefined,
      temperature: fields.number('temperature'),
      topP: fields.number('top_p'),
      topK: fields.integer('top_k'),
      stop: fields.strings('stop_sequences'),
      reasoning: reasoning(fields),
      responseFormat: responseFormat(fields),
      stream: fields.boolean('stream') ?? false,
      includeUsage: true,
      user: fields.object('metadata')?.string('user_id'),
      serviceTier: fields.string('service_tier'),
      ...(nativeOnly.length > 0 && { nativeOnly }),
    };
  });
}

function isPresent(fields: Fields, name: string): boolean {
  const value = fields.raw(name);
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function system(fields: Fields, nativeOnly: string[]): TextPart[] {
  const instructions = fields.textOrObjects('system');
  if (instructions === undefined || instructions === '') return [];
  if (typeof instructions === 'string') return [{ type: 'text', text: instructions }];
  return instructions.flatMap((block) => {
    if (block.has('text')) return [textPart(block)];
    nativeOnly.push(`${block.place('type')} ${block.string('type')}`);
    return [];
  });
}

function reasoning(fields: Fields): CanonicalChat['reasoning'] {
  const thinking = fields.object('thinking');
  const effort = fields.object('output_config')?.string('effort');
  switch (thinking?.string('type')) {
    case undefined:
      return effort === undefined ? undefined : { type: 'effort', effort };
    case 'enabled':
      return { type: 'budget', tokens: thinking?.integer('budget_tokens') ?? 1024 };
    case 'adaptive':
      return { type: 'adaptive', effort };
    case 'disabled':
      return { type: 'off' };
    default:
      // An unknown, Anthropic-specific type (`between_tools`): other providers use their default.
      return effort === undefined ? undefined : { type: 'effort', effort };
  }
}

/** This protocol has no schema name, but OpenAI requires one. */
function responseFormat(fields: Fields): CanonicalChat['responseFormat'] {
  const format = fields.object('output_config')?.object('format') ?? fields.object('output_format');
  if (format?.string('type') !== 'json_schema') return undefined;
  return { type: 'schema', name: 'response', schema: format?.raw('schema'), strict: true };
}
