import { withHash } from '../../canonical/conversation/accepted-text.js';
import { list, record, text } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';

/** Maximum length of function names that every provider accepts. */
const MAX_NAME = 64;

/** A tool as the client names it. */
export interface ClientTool {
  readonly name: string;
  /** The namespace that contains it. */
  readonly namespace?: string;
  readonly isCustom: boolean;
}

/**
 * The function name of a tool in a namespace, for providers without namespaces
 * (https://platform.openai.com/docs/guides/function-calling#namespaces). The same tool has the same name in every request.
 */
export function flatName(namespace: string | undefined, name: string): string {
  if (!namespace) return name;
  const joined = namespace.endsWith('__') ? namespace + name : `${namespace}__${name}`;
  return joined.length <= MAX_NAME ? joined : withHash(joined, joined, MAX_NAME);
}

/**
 * Tools that have a different name or type for the client than for the provider, by the provider's name. Plain functions are
 * not included.
 */
export function clientTools(request: Buffer | undefined): ReadonlyMap<string, ClientTool> {
  const tools = new Map<string, ClientTool>();
  if (!request) return tools;
  for (const tool of rawTools(request)) addTool(tools, tool, undefined);
  return tools;
}

function addTool(tools: Map<string, ClientTool>, value: unknown, namespace: string | undefined): void {
  const tool = record(value);
  const name = text(tool.name);
  if (tool.type === 'namespace') for (const inner of list(tool.tools)) addTool(tools, inner, name);
  else if (tool.type === 'custom' || (tool.type === 'function' && namespace !== undefined)) {
    const isCustom = tool.type === 'custom';
    tools.set(flatName(namespace, name), { name, isCustom, ...(namespace !== undefined && { namespace }) });
  }
}

/** Tools of the request and tools that its items add. The conversation is parsed only if it may add some. */
function rawTools(request: Buffer): unknown[] {
  const object = scanObject(request);
  const value = (name: string): readonly unknown[] => {
    const member = object.find(name);
    return member ? list(object.value(member)) : [];
  };
  const adds = request.includes('"additional_tools"') || request.includes('"tool_search_output"');
  const added = adds ? value('input').flatMap((item) => addedTools(item)) : [];
  return [...value('tools'), ...added];
}

function addedTools(value: unknown): readonly unknown[] {
  const item = record(value);
  return item.type === 'additional_tools' || item.type === 'tool_search_output' ? list(item.tools) : [];
}
