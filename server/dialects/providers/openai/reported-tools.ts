import type { UsageMore } from '../../canonical/usage.js';
import { count, isRecord, record, type UnknownRecord } from '../../json/lenient.js';
import type { SearchFee } from '../facts/declared-facts.js';
import type { UsageMembers } from '../facts/usage-members.js';

/** The reports of one response: later ones replace earlier ones, member by member. */
export class ToolReports {
  private reported: Record<string, unknown> | undefined;
  private taken: UsageMore['tools'];

  constructor(private readonly members: UsageMembers) {}

  /** Whether the report concerns tools. */
  add(usage: unknown): boolean {
    if (!isRecord(usage)) return false;
    let concerns = false;
    for (const name of this.members.callMembers) {
      if (usage[name] === undefined || usage[name] === null) continue;
      (this.reported ??= {})[name] = usage[name];
      concerns = true;
    }
    return concerns;
  }

  /** Billed calls by the name of their price. Undefined: none; empty: none any more. */
  take(): UsageMore['tools'] {
    const tools = this.reported && toolsIn(this.reported, this.members);
    const isEmpty = !tools || Object.keys(tools).length === 0;
    return isEmpty && !this.taken ? undefined : (this.taken = tools);
  }
}

/** Billed calls that the `usage` of a chat completion reports, by the name of their price; undefined if there are none. */
export function reportedTools(usage: unknown, members: UsageMembers): UsageMore['tools'] {
  const reports = new ToolReports(members);
  reports.add(usage);
  return reports.take();
}

function toolsIn(usage: UnknownRecord, { calls, searchFees }: UsageMembers): Record<string, number> {
  const tools: Record<string, number> = {};
  for (const { tool, group, member } of calls) {
    const made = count((group === undefined ? usage : record(usage[group]))[member]);
    if (made) tools[tool] = (tools[tool] ?? 0) + made;
  }
  for (const fee of searchFees) {
    const size = usage[fee.size];
    if (typeof size === 'string' && fee.sizes.includes(size) && hasSearched(usage, fee))
      tools[`search_request/${size}`] = (tools[`search_request/${size}`] ?? 0) + 1;
  }
  return tools;
}

/** A request that did not search has a size, too, but no cost of it. */
function hasSearched(usage: UnknownRecord, { cost, fee }: SearchFee): boolean {
  const amounts = usage[cost];
  return !(isRecord(amounts) && !amounts[fee]);
}
