import { parseJson } from '../../../lib/format/json';

/** A function that the model may call, as Chat Completions takes it. */
export interface Tool {
  type: 'function';
  function: { name: string; description?: string; parameters?: object };
}

/** Key of the text that says why the tools cannot be sent, and the number of the tool; 0 = all. */
export interface ToolProblem {
  key: 'toolsNotJson' | 'toolsNotList' | 'toolName' | 'toolParameters' | 'toolTwice';
  n: number;
}

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools */
const NAME = /^[\w-]{1,64}$/;

/** An example that shows the form of a tool. */
export const TOOL_TEMPLATE: readonly Tool[] = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Current weather of a city',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      },
    },
  },
];

/**
 * Reads the tools of the next request. The bare functions that some documents show (`{name, parameters}`) are taken, too.
 * @param text JSON: a list of tools, or one tool; '' = none
 */
export function readTools(text: string): { tools: Tool[] } | { problem: ToolProblem } {
  if (text.trim() === '') return { tools: [] };
  const value = parseJson(text);
  if (value === undefined) return { problem: { key: 'toolsNotJson', n: 0 } };
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const tools: Tool[] = [];
  for (const [index, entry] of list.entries()) {
    const n = index + 1;
    if (!isRecord(entry)) return { problem: { key: 'toolsNotList', n: 0 } };
    const called = isRecord(entry.function) ? entry.function : entry;
    const { name, description, parameters } = called;
    if (typeof name !== 'string' || !NAME.test(name)) return { problem: { key: 'toolName', n } };
    if (tools.some((tool) => tool.function.name === name)) return { problem: { key: 'toolTwice', n } };
    if (parameters !== undefined && !isObjectSchema(parameters))
      return { problem: { key: 'toolParameters', n } };
    tools.push({
      type: 'function',
      function: {
        ...called,
        name,
        ...(typeof description === 'string' && { description }),
        ...(parameters !== undefined && { parameters }),
      },
    });
  }
  return { tools };
}

/** Arguments of functions are objects; their schema says so. */
function isObjectSchema(value: unknown): value is object {
  if (!isRecord(value) || value.type !== 'object') return false;
  const { properties = {}, required = [] } = value;
  return (
    isRecord(properties) &&
    Object.values(properties).every((each) => isRecord(each) || typeof each === 'boolean') &&
    Array.isArray(required) &&
    required.every((each) => typeof each === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
