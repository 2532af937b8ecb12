import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { customTool } from '../../canonical/conversation/custom-tools.js';
import { cacheHint } from '../../json/cache-hint.js';
import type { Fields } from '../../json/fields.js';
import { list, record, text } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import { NATIVE_TOOLS } from './native-only.js';

/**
 * Reads tools and the tool choice (https://platform.openai.com/docs/api-reference/chat/create). Types other than functions
 * and custom tools run on the provider's servers: they are left out if merely offered.
 * @param nativeOnly receives the locations of tools that use the client's own servers, and of a choice that requires another of
 *   those
 * @throws FieldError, ApiError 400
 */
export function readTools(fields: Fields, nativeOnly: string[]): Pick<CanonicalChat, 'tools' | 'toolChoice'> {
  if (fields.has('functions')) {
    throw new ApiError('unsupported_parameter', {
      detail: 'functions is not supported by this model, use tools',
    });
  }
  const offered = fields.objects('tools');
  const tools = offered.flatMap(readTool);
  for (const tool of offered) {
    const type = tool.string('type') ?? '';
    if (NATIVE_TOOLS.has(type)) nativeOnly.push(`${tool.place('type')} ${type}`);
  }
  const choice = fields.raw('tool_choice');
  if (choice === undefined) return { tools };
  if (choice === 'auto' || choice === 'none') return { tools, toolChoice: { type: choice } };
  if (choice === 'required') {
    if (tools.length === 0 && offered.length > 0) nativeOnly.push('tool_choice required');
    return { tools, toolChoice: { type: choice } };
  }
  if (typeof choice === 'string') throw fields.unsupported('tool_choice');
  const chosen = fields.neededObject('tool_choice');
  const type = chosen.string('type') ?? 'function';
  if (type === 'allowed_tools') return allowedTools(chosen.neededObject('allowed_tools'), tools, nativeOnly);
  if (type === 'function' || type === 'custom')
    return { tools, toolChoice: { type: 'tool', name: chosen.neededObject(type).neededString('name') } };
  nativeOnly.push(`${chosen.place('type')} ${type}`);
  return { tools };
}

function readTool(tool: Fields): CanonicalTool[] {
  const type = tool.string('type') ?? 'function';
  if (type === 'custom') return [readCustom(tool.neededObject('custom'))];
  if (type !== 'function') return [];
  const definition = tool.neededObject('function');
  return [
    {
      name: definition.neededString('name'),
      description: definition.string('description'),
      parameters: definition.raw('parameters'),
      strict: definition.boolean('strict'),
      cache: cacheHint(tool) ?? cacheHint(definition),
    },
  ];
}

function readCustom(custom: Fields): CanonicalTool {
  const grammar = custom.object('format')?.object('grammar');
  const definition = grammar?.string('definition');
  return customTool(
    custom.neededString('name'),
    custom.string('description'),
    definition === undefined ? undefined : { syntax: grammar?.string('syntax') ?? '', definition },
  );
}

function allowedTools(
  choice: Fields,
  tools: CanonicalTool[],
  nativeOnly: string[],
): Pick<CanonicalChat, 'tools' | 'toolChoice'> {
  const mode = choice.string('mode') ?? 'auto';
  if (mode !== 'auto' && mode !== 'required') throw choice.unsupported('mode');
  const names = new Set(
    choice.objects('tools').map((tool) => tool.object(tool.string('type') ?? 'function')?.string('name')),
  );
  const allowed = tools.filter(({ name }) => names.has(name));
  if (mode === 'required' && allowed.length === 0) nativeOnly.push(choice.place('tools'));
  return { tools: allowed, toolChoice: { type: mode } };
}

/** Names of the custom tools of a request. Calls of these functions are shown as calls of custom tools. */
export function customNames(request: Buffer | undefined): ReadonlySet<string> {
  if (!request?.includes('"custom"')) return new Set();
  const object = scanObject(request);
  const member = object.find('tools');
  const tools = member ? list(object.value(member)) : [];
  return new Set(
    tools.flatMap((tool) => {
      const { type, custom } = record(tool);
      return type === 'custom' ? [text(record(custom).name)] : [];
    }),
  );
}
