import { noUsage, type Usage } from '../../../dialects/canonical/usage.js';
import { withCall } from './implicit-tool-calls.js';
import { DEFAULT_CALLS, DEFAULT_UNLIMITABLE_CALLS, type OfferedTool } from './offered-tools.js';
import type { ReferencedContent } from '../plan/referenced-content.js';

/** How many calls of a tool are assumed. */
export type CallsOf = (tool: OfferedTool, allowed: number | undefined) => number;

/** The smallest number that can be sent as a limit; of tools without one, those that must be expected. */
export const leastCalls: CallsOf = (tool, allowed) =>
  tool.isLimitable ? 1 : Math.min(allowed ?? Infinity, DEFAULT_UNLIMITABLE_CALLS);

/** With a limit sent upstream. */
export const limitedCalls =
  (limit: number): CallsOf =>
  (tool, allowed) =>
    tool.isLimitable ? Math.min(limit, allowed ?? Infinity) : leastCalls(tool, allowed);

/**
 * What the request allows; without a limit, the most of the model's recent responses.
 * @param recent undefined or 0 while it is unknown
 */
export const expectedCalls =
  (recent: number | undefined): CallsOf =>
  (_tool, allowed) =>
    allowed ?? Math.max(recent ?? 0, DEFAULT_CALLS);

/** The most calls that the request allows of a tool whose calls can be limited; 0 if it offers none. */
export function mostLimitableCalls(content: ReferencedContent | undefined): number {
  const calls = content?.tools
    .filter(({ isLimitable }) => isLimitable)
    .map((tool) => allowedCalls(tool, content));
  return calls && calls.length > 0 ? Math.max(...calls.map((count) => count ?? Infinity)) : 0;
}

/**
 * The input that a hold covers, in the classes it may be charged at: prompt, content by reference, audio, and the provider's
 * tools with their results.
 * @param promptTokens estimate of the body's text
 * @param implicitTool see `implicitToolCall`
 */
export function heldInput(
  promptTokens: number,
  content: ReferencedContent | undefined,
  implicitTool: string | undefined,
  callsOf: CallsOf,
): Usage {
  const usage = noUsage();
  if (!content) {
    usage.input = promptTokens;
    return implicitTool === undefined ? usage : withCall(usage, implicitTool);
  }
  const calls: Record<string, number> = {};
  let results = 0;
  for (const tool of content.tools) {
    const count = callsOf(tool, allowedCalls(tool, content));
    calls[tool.fee] = Math.max(calls[tool.fee] ?? 0, count);
    results += count * tool.tokens;
  }
  usage[content.cacheWrite ?? 'input'] = promptTokens + content.tokens + results;
  const hasTools = content.tools.length > 0;
  if (hasTools || content.audio > 0)
    usage.more = {
      ...(content.audio > 0 && { audioInput: content.audio }),
      ...(hasTools && { tools: calls }),
    };
  return implicitTool === undefined ? usage : withCall(usage, implicitTool);
}

/** The usage of an operation with the content that its body refers to. */
export function withContent(usage: Usage, content: ReferencedContent | undefined): Usage {
  if (!content) return usage;
  const { tokens, audio } = content;
  const input = usage.input + tokens;
  if (audio === 0) return { ...usage, input };
  return { ...usage, input, more: { ...usage.more, audioInput: (usage.more?.audioInput ?? 0) + audio } };
}

function allowedCalls({ calls }: OfferedTool, { toolCalls }: ReferencedContent): number | undefined {
  if (calls === undefined || toolCalls === undefined) return calls ?? toolCalls;
  return Math.min(calls, toolCalls);
}
