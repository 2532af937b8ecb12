import type { UsageMore } from '../../../canonical/usage.js';
import { count, isRecord, record, type UnknownRecord } from '../../../json/lenient.js';
import type { SearchFee } from '../../facts/declared-facts.js';
import type { UsageMembers } from '../../facts/usage-members.js';

/**
 * A call of a provider's tool that a response shows outside of its usage: what tells it from the others of the response, and the
 * name of its price. Streams may show it again.
 */
export type ShownCall = readonly [id: string, tool: string];

/** Finds the calls that a response or a chunk of it shows; called once per chunk, so that it should return early. */
export type ShownCalls = (body: UnknownRecord) => readonly ShownCall[];

/** The reports of one response: later ones replace earlier ones, member by member. */
export class ToolReports {
  private reported: Record<string, unknown> | undefined;
  private shown: Map<string, string> | undefined;
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

  /** Whether calls are among them that were not shown before. */
  addShown(calls: readonly ShownCall[]): boolean {
    const before = this.shown?.size ?? 0;
    for (const [id, tool] of calls) (this.shown ??= new Map()).set(id, tool);
    return (this.shown?.size ?? 0) > before;
  }

  /** Billed calls by the name of their price. Undefined: none; empty: none any more. */
  take(): UsageMore['tools'] {
    const tools = this.reported || this.shown ? this.counted() : undefined;
    const isEmpty = !tools || Object.keys(tools).length === 0;
    return isEmpty && !this.taken ? undefined : (this.taken = tools);
  }

  private counted(): Record<string, number> {
    const tools = toolsIn(this.reported ?? {}, this.members);
    for (const tool of this.shown?.values() ?? []) tools[tool] = (tools[tool] ?? 0) + 1;
    return tools;
  }
}

/**
 * Billed calls of a chat completion, by the name of their price; undefined if there are none.
 * @param shown calls that it shows outside of its usage
 */
export function reportedTools(
  usage: unknown,
  members: UsageMembers,
  shown: readonly ShownCall[] = [],
): UsageMore['tools'] {
  const reports = new ToolReports(members);
  reports.add(usage);
  reports.addShown(shown);
  return reports.take();
}

function toolsIn(
  usage: UnknownRecord,
  { calls, callReaders, searchFees }: UsageMembers,
): Record<string, number> {
  const tools: Record<string, number> = {};
  const add = (tool: string, value: unknown) => {
    const made = count(value);
    if (made) tools[tool] = (tools[tool] ?? 0) + made;
  };
  for (const { tool, group, member } of calls)
    add(tool, (group === undefined ? usage : record(usage[group]))[member]);
  for (const reader of callReaders) for (const [tool, made] of reader.read(usage)) add(tool, made);
  for (const fee of searchFees) {
    const size = usage[fee.size];
    if (typeof size === 'string' && fee.sizes.includes(size) && hasSearched(usage, fee))
      add(`search_request/${size}`, 1);
  }
  return tools;
}

/** A request that did not search has a size, too, but no cost of it. */
function hasSearched(usage: UnknownRecord, { cost, fee }: SearchFee): boolean {
  const amounts = usage[cost];
  return !(isRecord(amounts) && !amounts[fee]);
}

/** Ways and sources of a call, which may have prices of their own. */
const WORD = /^[a-z][a-z_]{0,31}$/;

/** The name of a price, qualified by a word that the provider reports. */
export function qualified(tool: string, word: string): string {
  return WORD.test(word) ? `${tool}/${word}` : tool;
}
