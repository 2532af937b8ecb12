import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { customTool } from '../../canonical/conversation/custom-tools.js';
import type { Fields } from '../../json/fields.js';
import { flatName } from './namespaces.js';
import { list, record } from '../../json/lenient.js';
import { NATIVE_TOOLS, place, type NativeOnly } from './native-only.js';

/**
 * Reads tools and the tool choice; in this protocol a function's members are beside its type. Tools that run on OpenAI's
 * servers are left out if merely offered; those that use the client's own data, or that the choice requires, cannot be
 * translated.
 * @param added tools that items of the conversation add
 * @throws FieldError
 */
export function readTools(
  fields: Fields,
  added: readonly Fields[],
  nativeOnly: NativeOnly,
): Pick<CanonicalChat, 'tools' | 'toolChoice'> {
  const offered = [...fields.objects('tools'), ...added];
  const tools = offered.flatMap((tool) => readTool(tool, undefined));
  for (const tool of offered) if (usesOwnData(tool)) nativeOnly.push(place(tool.place('type'), typeOf(tool)));
  const choice = fields.raw('tool_choice');
  if (choice === undefined) return { tools };
  if (choice === 'auto' || choice === 'none') return { tools, toolChoice: { type: choice } };
  if (choice === 'required') {
    if (tools.length === 0 && offered.length > 0) nativeOnly.push(place('tool_choice', choice));
    return { tools, toolChoice: { type: choice } };
  }
  if (typeof choice === 'string') throw fields.unsupported('tool_choice');
  const chosen = fields.neededObject('tool_choice');
  const type = chosen.neededString('type');
  switch (type) {
    case 'function':
    case 'custom': {
      const name = flatName(chosen.string('namespace'), chosen.neededString('name'));
      return { tools, toolChoice: { type: 'tool', name } };
    }
    case 'allowed_tools':
      return allowedTools(chosen, tools, nativeOnly);
    default:
      nativeOnly.push(place(chosen.place('type'), type));
      return { tools };
  }
}

function typeOf(tool: Fields): string {
  return tool.string('type') ?? '';
}

/** A code interpreter does if it works on files, or in a container that the client created. */
function usesOwnData(tool: Fields): boolean {
  const type = typeOf(tool);
  if (type !== 'code_interpreter') return NATIVE_TOOLS.has(type);
  const container = tool.raw('container');
  return typeof container === 'string' || list(record(container).file_ids).length > 0;
}

/** A namespace is a list of tools; types other than functions and custom tools are left out. */
function readTool(tool: Fields, namespace: string | undefined): CanonicalTool[] {
  switch (tool.neededString('type')) {
    case 'function':
      return [
        {
          name: flatName(namespace, tool.neededString('name')),
          description: tool.string('description'),
          parameters: tool.raw('parameters'),
          strict: tool.boolean('strict'),
        },
      ];
    case 'custom': {
      const format = tool.object('format');
      const definition = format?.string('definition');
      const grammar =
        definition === undefined ? undefined : { syntax: format?.string('syntax') ?? '', definition };
      const name = flatName(namespace, tool.neededString('name'));
      return [customTool(name, tool.string('description'), grammar)];
    }
    case 'namespace': {
      const name = tool.neededString('name');
      return tool.objects('tools').flatMap((inner) => readTool(inner, name));
    }
    default:
      return [];
  }
}

/**
 * Clients list the other tools only for the benefit of the provider's cache, so they can be left out for other providers.
 */
function allowedTools(
  choice: Fields,
  tools: CanonicalTool[],
  nativeOnly: NativeOnly,
): Pick<CanonicalChat, 'tools' | 'toolChoice'> {
  const mode = choice.string('mode') ?? 'auto';
  if (mode !== 'auto' && mode !== 'required') throw choice.unsupported('mode');
  const names = new Set(
    choice.objects('tools').map((tool) => flatName(tool.string('namespace'), tool.string('name') ?? '')),
  );
  const allowed = tools.filter(({ name }) => names.has(name));
  if (mode === 'required' && allowed.length === 0) nativeOnly.push(choice.place('tools'));
  return { tools: allowed, toolChoice: { type: mode } };
}
