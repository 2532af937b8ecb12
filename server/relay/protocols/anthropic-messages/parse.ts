import type { HubChat, HubTool, TextPart } from '../../hub/chat.js';
import type { Fields } from '../../json/fields.js';
import { cacheHint } from '../../json/cache-hint.js';
import { parseWhole } from '../../json/top-level.js';
import { readTurn, textPart } from './blocks.js';

export function parseMessages(body: Buffer): HubChat {
  return parseWhole(body, 'invalid_claude_request', (fields) => {
    const choice = fields.object('tool_choice');
    return {
      model: fields.neededString('model'),
      system: system(fields),
      turns: fields.objects('messages').map(readTurn),
      tools: fields.objects('tools').flatMap(tool),
      toolChoice: toolChoice(choice),
      parallelTools: choice?.boolean('disable_parallel_tool_use') === true ? false : undefined,
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
    };
  });
}

function system(fields: Fields): TextPart[] {
  const given = fields.textOrObjects('system');
  if (given === undefined || given === '') return [];
  return typeof given === 'string' ? [{ type: 'text', text: given }] : given.map(textPart);
}

/** Tools with a type of their own run on the vendor's servers: no other vendor has them. */
function tool(fields: Fields): HubTool[] {
  const type = fields.string('type');
  if (type !== undefined && type !== 'custom') return [];
  return [
    {
      name: fields.neededString('name'),
      description: fields.string('description'),
      parameters: fields.raw('input_schema'),
      strict: fields.boolean('strict'),
      cache: cacheHint(fields),
    },
  ];
}

function toolChoice(choice: Fields | undefined): HubChat['toolChoice'] {
  switch (choice?.string('type')) {
    case undefined:
      return undefined;
    case 'auto':
      return { type: 'auto' };
    case 'none':
      return { type: 'none' };
    case 'any':
      return { type: 'required' };
    case 'tool':
      return { type: 'tool', name: choice?.neededString('name') ?? '' };
    default:
      throw choice?.unsupported('type');
  }
}

function reasoning(fields: Fields): HubChat['reasoning'] {
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
      throw thinking?.unsupported('type');
  }
}

/** The schema has no name here; OpenAI wants one. */
function responseFormat(fields: Fields): HubChat['responseFormat'] {
  const format = fields.object('output_config')?.object('format') ?? fields.object('output_format');
  if (format?.string('type') !== 'json_schema') return undefined;
  return { type: 'schema', name: 'response', schema: format?.raw('schema'), strict: true };
}
