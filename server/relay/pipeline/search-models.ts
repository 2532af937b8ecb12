import type { Usage } from '../hub/usage.js';
import type { Operation } from '../operations/operation.js';

/** OpenAI's chat models of this name search once for every request, and tell it nowhere (spec/relay-and-billing.md E6). */
const SEARCHES_ALWAYS = '-search-preview';

/** @param operation of the route; undefined for conversations */
export function alwaysSearches(operation: Operation | undefined, model: string): boolean {
  return operation === undefined && model.includes(SEARCHES_ALWAYS);
}

/** The usage and the one search that belongs to it, unless the vendor told of its searches itself. */
export function withSearch(usage: Usage): Usage {
  return { ...usage, more: { ...usage.more, tools: { web_search_preview: 1, ...usage.more?.tools } } };
}
