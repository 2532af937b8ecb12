import { implicitTool } from '../../billing/prices/implicit-tools.js';
import type { Usage } from '../../dialects/canonical/usage.js';
import type { Operation } from '../../dialects/operations/operation.js';

/** The tool that is called once for this request and told nowhere. @param operation of the route; undefined for conversations */
export function implicitToolCall(operation: Operation | undefined, model: string): string | undefined {
  return operation === undefined ? implicitTool(model) : undefined;
}

/** The usage and the one call that belongs to it, unless the vendor told of its calls itself. */
export function withCall(usage: Usage, tool: string): Usage {
  return { ...usage, more: { ...usage.more, tools: { [tool]: 1, ...usage.more?.tools } } };
}
