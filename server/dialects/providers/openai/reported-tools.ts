import type { UsageMore } from '../../canonical/usage.js';
import { count, isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';

/**
 * Names of the prices of what providers report in `usage` besides tokens, by member:
 *
 * - `num_sources_used`: https://docs.x.ai/docs/guides/live-search
 * - `num_search_queries`: https://docs.perplexity.ai/getting-started/pricing, billed for deep research
 */
const COUNTS: Readonly<Record<string, string>> = {
  num_sources_used: 'live_search',
  num_search_queries: 'search_query',
};

/**
 * The same for objects of counts:
 *
 * - `server_tool_use`: https://openrouter.ai/docs/guides/features/server-tools/web-search
 * - `server_side_tool_usage_details`: https://docs.x.ai/developers/tools/tool-usage-details
 */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  server_tool_use: { web_search_requests: 'web_search' },
  server_side_tool_usage_details: {
    web_search_calls: 'web_search',
    x_search_calls: 'x_search',
    code_interpreter_calls: 'code_interpreter',
    file_search_calls: 'file_search',
  },
};

/** Paths of the members that are read here. */
export const TOOL_MEMBERS: readonly string[] = [
  ...Object.keys(COUNTS),
  ...Object.entries(GROUPS).flatMap(([group, names]) => Object.keys(names).map((name) => `${group}.${name}`)),
];

/** Perplexity's fee of a request depends on how much it read of what it found. */
const SEARCH_SIZES: ReadonlySet<unknown> = new Set(['low', 'medium', 'high']);

/** Members of `usage` that concern calls of tools. */
const MEMBERS = [...Object.keys(COUNTS), ...Object.keys(GROUPS), 'search_context_size', 'cost'] as const;

/** The reports of one response: later ones replace earlier ones, member by member. */
export class ToolReports {
  private members: Record<string, unknown> | undefined;
  private taken: UsageMore['tools'];

  /** Whether the report concerns tools. */
  add(usage: unknown): boolean {
    if (!isRecord(usage)) return false;
    let concerns = false;
    for (const name of MEMBERS) {
      if (usage[name] === undefined || usage[name] === null) continue;
      (this.members ??= {})[name] = usage[name];
      concerns = true;
    }
    return concerns;
  }

  /** Billed calls by the name of their price. Undefined: none; empty: none any more. */
  take(): UsageMore['tools'] {
    const tools = this.members && toolsIn(this.members);
    const isEmpty = !tools || Object.keys(tools).length === 0;
    return isEmpty && !this.taken ? undefined : (this.taken = tools);
  }
}

/** Billed calls that the `usage` of a chat completion reports, by the name of their price; undefined if there are none. */
export function reportedTools(usage: unknown): UsageMore['tools'] {
  const reports = new ToolReports();
  reports.add(usage);
  return reports.take();
}

function toolsIn(usage: UnknownRecord): Record<string, number> {
  const tools: Record<string, number> = {};
  const add = (tool: string, value: unknown) => {
    const calls = count(value);
    if (calls) tools[tool] = (tools[tool] ?? 0) + calls;
  };
  for (const [member, tool] of Object.entries(COUNTS)) add(tool, usage[member]);
  for (const [group, names] of Object.entries(GROUPS))
    for (const [member, tool] of Object.entries(names)) add(tool, record(usage[group])[member]);
  if (hasSearched(usage)) add(`search_request/${text(usage.search_context_size)}`, 1);
  return tools;
}

/** A request that did not search has a size, too, but no cost of it. */
function hasSearched({ search_context_size: size, cost }: UnknownRecord): boolean {
  return SEARCH_SIZES.has(size) && !(isRecord(cost) && !cost.request_cost);
}
