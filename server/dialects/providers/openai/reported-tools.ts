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
 * - `bot_actions`: plugins of Ark's bots, see `volcengine/index.ts`
 */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  server_tool_use: { web_search_requests: 'web_search' },
  server_side_tool_usage_details: {
    web_search_calls: 'web_search',
    x_search_calls: 'x_search',
    code_interpreter_calls: 'code_interpreter',
    file_search_calls: 'file_search',
  },
  bot_actions: { content_plugin: 'ark_search' },
};

/**
 * Paths of the members that are read here, and of those that are free: MCP servers cost tokens only
 * (https://docs.x.ai/developers/pricing#tools-pricing), and the number of all tools is a sum.
 */
export const TOOL_MEMBERS: readonly string[] = [
  ...Object.keys(COUNTS),
  ...Object.entries(GROUPS).flatMap(([group, names]) => Object.keys(names).map((name) => `${group}.${name}`)),
  'plugins.search.count',
  'x_tools.web_search.count',
  'tool_usage.web_search',
  'tool_usage_details.web_search.*',
  'num_server_side_tools_used',
  'server_side_tool_usage_details.mcp_calls',
];

/** Perplexity's fee of a request depends on how much it read of what it found. */
const SEARCH_SIZES: ReadonlySet<unknown> = new Set(['low', 'medium', 'high']);
/** Ways and sources of a search, which may have prices of their own. */
const WORD = /^[a-z][a-z_]{0,31}$/;

/** Members of `usage` that concern calls of tools. */
const MEMBERS = [
  ...Object.keys(COUNTS),
  ...Object.keys(GROUPS),
  'plugins',
  'x_tools',
  'tool_usage',
  'tool_usage_details',
  'search_context_size',
  'cost',
] as const;

/**
 * A call of a provider's tool that a response shows outside of its usage: what tells it from the others of the response, and the
 * name of its price. Streams may show it again.
 */
export type ShownCall = readonly [id: string, tool: string];

/** Finds the calls that a response or a chunk of it shows; called once per chunk, so that it should return early. */
export type ShownCalls = (body: UnknownRecord) => readonly ShownCall[];

/** The reports of one response: later ones replace earlier ones, member by member. */
export class ToolReports {
  private members: Record<string, unknown> | undefined;
  private shown: Map<string, string> | undefined;
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

  /** Whether calls are among them that were not shown before. */
  addShown(calls: readonly ShownCall[]): boolean {
    const before = this.shown?.size ?? 0;
    for (const [id, tool] of calls) (this.shown ??= new Map()).set(id, tool);
    return (this.shown?.size ?? 0) > before;
  }

  /** Billed calls by the name of their price. Undefined: none; empty: none any more. */
  take(): UsageMore['tools'] {
    const tools = this.members || this.shown ? this.counted() : undefined;
    const isEmpty = !tools || Object.keys(tools).length === 0;
    return isEmpty && !this.taken ? undefined : (this.taken = tools);
  }

  private counted(): Record<string, number> {
    const tools = toolsIn(this.members ?? {});
    for (const tool of this.shown?.values() ?? []) tools[tool] = (tools[tool] ?? 0) + 1;
    return tools;
  }
}

/**
 * Billed calls of a chat completion, by the name of their price; undefined if there are none.
 * @param shown calls that it shows outside of its usage
 */
export function reportedTools(usage: unknown, shown: readonly ShownCall[] = []): UsageMore['tools'] {
  const reports = new ToolReports();
  reports.add(usage);
  reports.addShown(shown);
  return reports.take();
}

/** Whether the provider counts the calls of its tools in `usage`: items of the output repeat them. */
export function countsTools(usage: unknown): boolean {
  const { server_side_tool_usage_details: xai, tool_usage: ark, x_tools: dashScope } = record(usage);
  return isRecord(xai) || isRecord(ark) || isRecord(dashScope);
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
  addDashScope(usage, add);
  addArk(usage, add);
  return tools;
}

/** A request that did not search has a size, too, but no cost of it. */
function hasSearched({ search_context_size: size, cost }: UnknownRecord): boolean {
  return SEARCH_SIZES.has(size) && !(isRecord(cost) && !cost.request_cost);
}

/**
 * Searches by `enable_search`, with their strategy, and those of Responses:
 * https://www.alibabacloud.com/help/en/model-studio/web-search
 */
function addDashScope({ plugins, x_tools: tools }: UnknownRecord, add: AddCalls): void {
  const { count: searches, strategy } = record(record(plugins).search);
  const word = text(strategy);
  add(WORD.test(word) ? `dashscope_search/${word}` : 'dashscope_search', searches);
  add('dashscope_search', record(record(tools).web_search).count);
}

/**
 * Searches by source (`toutiao`), of which each is billed, or the calls of the tool if there are no details:
 * https://www.volcengine.com/docs/82379/1338550
 */
function addArk({ tool_usage: usage, tool_usage_details: details }: UnknownRecord, add: AddCalls): void {
  const sources = Object.entries(record(record(details).web_search)).filter(([, value]) => count(value));
  for (const [source, value] of sources)
    add(WORD.test(source) ? `ark_search/${source}` : 'ark_search', value);
  if (sources.length === 0) add('ark_search', record(usage).web_search);
}

type AddCalls = (tool: string, value: unknown) => void;
