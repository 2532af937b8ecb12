import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { cacheHint } from '../../json/cache-hint.js';
import type { Fields } from '../../json/fields.js';
import { NATIVE_TOOLS } from './block-table.js';

/**
 * Reads tools and the tool choice. Tools with a type of their own run at Anthropic: they are left out if merely offered;
 * those that use the client's own servers, or that the choice requires, cannot be translated.
 * @param nativeOnly receives the locations of what cannot be translated
 * @param changes blocks of the conversation that add or remove tools
 * @throws FieldError
 */
export function readTools(
  fields: Fields,
  changes: readonly Fields[],
  nativeOnly: string[],
): Pick<CanonicalChat, 'tools' | 'toolChoice'> {
  const offered = fields.objects('tools');
  for (const tool of offered) {
    const type = tool.string('type') ?? '';
    if (NATIVE_TOOLS.has(type)) nativeOnly.push(`${tool.place('type')} ${type}`);
  }
  const tools = changes.reduce(changed, offered.flatMap(readTool));
  const choice = fields.object('tool_choice');
  const isLeftOut = (name?: string) =>
    offered.some((tool) => !isOwn(tool) && (name === undefined || tool.string('name') === name));
  const toolChoice = readChoice(choice);
  const name = toolChoice?.type === 'tool' ? toolChoice.name : undefined;
  const demandsTool = toolChoice?.type === 'required' && tools.length === 0;
  const isMissing = name !== undefined && tools.every((tool) => tool.name !== name);
  if ((demandsTool || isMissing) && isLeftOut(name)) {
    nativeOnly.push(`${choice?.place('type')} ${name ?? 'any'}`);
    return { tools };
  }
  return { tools, toolChoice };
}

/** True for tools that the client defines and runs, with a schema. */
function isOwn(tool: Fields): boolean {
  const type = tool.string('type');
  return type === undefined || type === 'custom';
}

function readTool(tool: Fields): CanonicalTool[] {
  if (!isOwn(tool)) return [];
  return [
    {
      name: tool.neededString('name'),
      description: tool.string('description'),
      parameters: tool.raw('input_schema'),
      strict: tool.boolean('strict'),
      cache: cacheHint(tool),
    },
  ];
}

/** Other providers accept one list of tools for the whole conversation: the list that is valid at its end. */
function changed(tools: CanonicalTool[], block: Fields): CanonicalTool[] {
  const tool = block.object('tool');
  const definition = tool?.object('definition');
  const name = definition?.string('name') ?? tool?.string('name');
  if (name === undefined || (block.string('type') === 'tool_addition' && !definition)) return tools;
  const others = tools.filter((other) => other.name !== name);
  return definition ? [...others, ...readTool(definition)] : others;
}

function readChoice(choice: Fields | undefined): CanonicalChat['toolChoice'] {
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
