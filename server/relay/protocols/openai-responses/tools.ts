import type { HubChat, HubTool } from '../../hub/chat.js';
import type { Fields } from '../../json/fields.js';
import { readCustomTool } from './custom-tools.js';
import { place, type NativeOnly } from './native-only.js';

/** Tools and what the model may do with them; here a function's members stand beside its type. @throws FieldError */
export function readTools(fields: Fields, nativeOnly: NativeOnly): Pick<HubChat, 'tools' | 'toolChoice'> {
  const tools = fields.objects('tools').flatMap((tool) => readTool(tool, nativeOnly));
  const choice = fields.raw('tool_choice');
  if (choice === undefined) return { tools };
  if (choice === 'auto' || choice === 'none' || choice === 'required') {
    return { tools, toolChoice: { type: choice } };
  }
  if (typeof choice === 'string') throw fields.unsupported('tool_choice');
  const chosen = fields.neededObject('tool_choice');
  const type = chosen.neededString('type');
  switch (type) {
    case 'function':
    case 'custom':
      return { tools, toolChoice: { type: 'tool', name: chosen.neededString('name') } };
    case 'allowed_tools':
      return allowedTools(chosen, tools);
    default:
      nativeOnly.push(place(chosen.place('type'), type));
      return { tools };
  }
}

function readTool(tool: Fields, nativeOnly: NativeOnly): HubTool[] {
  const type = tool.neededString('type');
  if (type === 'custom') return [readCustomTool(tool)];
  if (type !== 'function') {
    // Made and run by the vendor's own servers, or of a shape no other vendor knows.
    nativeOnly.push(place(tool.place('type'), type));
    return [];
  }
  return [
    {
      name: tool.neededString('name'),
      description: tool.string('description'),
      parameters: tool.raw('parameters'),
      strict: tool.boolean('strict'),
    },
  ];
}

/** The others stay listed for the vendor's cache; elsewhere it comes to the same when they are not told. */
function allowedTools(choice: Fields, tools: HubTool[]): Pick<HubChat, 'tools' | 'toolChoice'> {
  const mode = choice.string('mode') ?? 'auto';
  if (mode !== 'auto' && mode !== 'required') throw choice.unsupported('mode');
  const names = new Set(choice.objects('tools').map((tool) => tool.string('name')));
  return { tools: tools.filter(({ name }) => names.has(name)), toolChoice: { type: mode } };
}
