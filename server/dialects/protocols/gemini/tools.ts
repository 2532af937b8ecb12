import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { camelCase, type GoogleFields } from './google-fields.js';
import { NATIVE_TOOLS } from './part-table.js';
import { toJsonSchema } from './schema.js';

/**
 * Reads tools and the tool choice. Google's own tools (googleSearch, codeExecution, …) are left out if merely offered.
 * @param nativeOnly receives the locations of tools that use the client's own data, and of the others if the request requires
 *   a tool and offers no function
 * @throws FieldError
 */
export function readTools(
  request: GoogleFields,
  nativeOnly: string[],
): Pick<CanonicalChat, 'tools' | 'toolChoice'> {
  const tools: CanonicalTool[] = [];
  const own: string[] = [];
  for (const tool of request.items('tools')) {
    for (const name of tool.names)
      if (NATIVE_TOOLS.has(camelCase(name))) nativeOnly.push(tool.place(name));
      else if (camelCase(name) !== 'functionDeclarations') own.push(tool.place(name));
    for (const declaration of tool.items('functionDeclarations')) tools.push(functionTool(declaration));
  }
  const choice = chosen(request.object('toolConfig')?.object('functionCallingConfig'), tools);
  if (choice.toolChoice?.type === 'required' && tools.length === 0) nativeOnly.push(...own);
  return choice;
}

function functionTool(declaration: GoogleFields): CanonicalTool {
  return {
    name: declaration.neededString('name'),
    description: declaration.string('description'),
    parameters: declaration.raw('parametersJsonSchema') ?? toJsonSchema(declaration.raw('parameters')),
  };
}

/**
 * Several allowed names reduce the list to those tools, because other providers cannot restrict the choice to some of them.
 */
function chosen(
  config: GoogleFields | undefined,
  tools: CanonicalTool[],
): Pick<CanonicalChat, 'tools' | 'toolChoice'> {
  const names = config?.strings('allowedFunctionNames') ?? [];
  switch (config?.string('mode')?.toUpperCase()) {
    case undefined:
    case 'MODE_UNSPECIFIED':
      return { tools };
    case 'AUTO':
      return { tools, toolChoice: { type: 'auto' } };
    case 'NONE':
      return { tools, toolChoice: { type: 'none' } };
    case 'VALIDATED':
      return { tools: allowed(tools, names), toolChoice: { type: 'auto' } };
    case 'ANY': {
      const [only] = names;
      if (names.length === 1 && only !== undefined)
        return { tools, toolChoice: { type: 'tool', name: only } };
      return { tools: allowed(tools, names), toolChoice: { type: 'required' } };
    }
    default:
      throw config?.unsupported('mode');
  }
}

function allowed(tools: CanonicalTool[], names: string[]): CanonicalTool[] {
  return names.length === 0 ? tools : tools.filter(({ name }) => names.includes(name));
}
