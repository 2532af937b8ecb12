import type { Usage } from '../../../dialects/canonical/usage.js';
import type { Operation } from '../../../dialects/operations/operation.js';

/** OpenAI chat models with this suffix search once per request and do not report it. */
const SEARCHES_ALWAYS = '-search-preview';

/** Perplexity charges a fee for each request, by the amount of search results that it read, and reports that. */
const FEE_PER_REQUEST = 'sonar';

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

/** The fee of a request to this model where it costs most, before it is known; undefined when it has none. */
function highestRequestFee(model: string): string | undefined {
  return model.startsWith(FEE_PER_REQUEST) ? 'search_request/high' : undefined;
}

/** The tool a model calls once per request without reporting it; undefined when it has none. */
function implicitTool(model: string): string | undefined {
  return model.includes(SEARCHES_ALWAYS) ? 'web_search_preview' : undefined;
}
