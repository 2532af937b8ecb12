import type { Usage } from '../../../dialects/canonical/usage.js';
import type { OfferedTool } from '../reserve/offered-tools.js';
import type { ReferencedContent } from './referenced-content.js';

const CODE = 'code_execution';
const FREE_CODE = 'code_execution/with_web_tools';

/**
 * The usage with the names of tools that only the request tells apart: which search engine it chose, or that code is free beside
 * its other tools. The usage itself where there are none, which is nearly always.
 */
export function withRequestedTools(usage: Usage, content: ReferencedContent | undefined): Usage {
  const reported = usage.more?.tools;
  if (!reported || !content || content.tools.length === 0) return usage;
  const tools: Record<string, number> = {};
  for (const [name, calls] of Object.entries(reported)) {
    const billed = billedName(name, content.tools);
    tools[billed] = (tools[billed] ?? 0) + calls;
  }
  return { ...usage, more: { ...usage.more, tools } };
}

/** A tool that is offered under both names keeps the reported one: which of them was used is unknown. */
function billedName(reported: string, offered: readonly OfferedTool[]): string {
  if (reported === CODE && offered.some(({ freesCode }) => freesCode)) return FREE_CODE;
  if (offered.some(({ fee }) => fee === reported)) return reported;
  return (
    offered.find(({ fee, decidesPrice }) => decidesPrice && fee.startsWith(`${reported}/`))?.fee ?? reported
  );
}
