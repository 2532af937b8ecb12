import { createHash } from 'node:crypto';
import { list, record, text } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';

/** Every provider takes names of functions up to this length. */
const MAX_NAME = 64;
const HASH_LENGTH = 8;

/** How the client calls a tool. */
export interface ClientTool {
  readonly name: string;
  /** The namespace that holds it. */
  readonly namespace?: string;
  readonly isCustom: boolean;
}

/**
 * The name that stands for a tool of a namespace where there are no namespaces
 * (https://platform.openai.com/docs/guides/function-calling#namespaces). The same for the same tool in every request.
 */
export function flatName(namespace: string | undefined, name: string): string {
  if (!namespace) return name;
  const joined = namespace.endsWith('__') ? namespace + name : `${namespace}__${name}`;
  if (joined.length <= MAX_NAME) return joined;
  const hash = createHash('sha256').update(joined).digest('hex').slice(0, HASH_LENGTH);
  return `${joined.slice(0, MAX_NAME - HASH_LENGTH - 1)}_${hash}`;
}

/**
 * Tools of a request that the client calls otherwise than a provider does: by the provider's name for them. Plain
 * functions are not among them.
 */
export function clientTools(request: Buffer | undefined): ReadonlyMap<string, ClientTool> {
  const tools = new Map<string, ClientTool>();
  if (!request) return tools;
  for (const tool of rawTools(request)) addTool(tools, tool, undefined);
  return tools;
}

function addTool(tools: Map<string, ClientTool>, given: unknown, namespace: string | undefined): void {
  const tool = record(given);
  const name = text(tool.name);
  if (tool.type === 'namespace') for (const inner of list(tool.tools)) addTool(tools, inner, name);
  else if (tool.type === 'custom' || (tool.type === 'function' && namespace !== undefined)) {
    const isCustom = tool.type === 'custom';
    tools.set(flatName(namespace, name), { name, isCustom, ...(namespace !== undefined && { namespace }) });
  }
}

/** Those of the request, and those that its items add. The conversation is only read where it may add some. */
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

function addedTools(given: unknown): readonly unknown[] {
  const item = record(given);
  return item.type === 'additional_tools' || item.type === 'tool_search_output' ? list(item.tools) : [];
}
