import { highestRequestFee, implicitTool } from '../../../billing/prices/implicit-tools.js';
import type { Usage } from '../../../dialects/canonical/usage.js';
import type { Operation } from '../../../dialects/operations/operation.js';

/**
 * The tool that the model calls once per conversation without reporting it; undefined when there is none.
 * @param operation of the route; undefined for conversations
 */
export function implicitToolCall(operation: Operation | undefined, model: string): string | undefined {
  return operation === undefined ? implicitTool(model) : undefined;
}

/** The call that a hold covers in addition: the one above, or the fee of the request, which the provider reports when it ends. */
export function heldToolCall(operation: Operation | undefined, model: string): string | undefined {
  return operation === undefined ? (implicitTool(model) ?? highestRequestFee(model)) : undefined;
}

/** Adds one call of the tool to the usage, unless the provider reported its calls itself. */
export function withCall(usage: Usage, tool: string): Usage {
  return { ...usage, more: { ...usage.more, tools: { [tool]: 1, ...usage.more?.tools } } };
}
