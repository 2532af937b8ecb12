import type { CanonicalChat } from '../../../canonical/chat.js';
import { firstCalls, hasSignedThoughts, hasThoughts, openLoop, TEXT } from '../../../canonical/thoughts.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../../json/lenient.js';
import type { ThoughtRules } from '../../provider.js';
import type { ReasoningRule } from '../../rules/chat-rules.js';
import type { ChatMembers } from './body-options.js';

/**
 * Sent where reasoning is required and not known, because another model wrote the message, or because it was never stored or has
 * expired. Providers reject messages without reasoning, and some treat an empty one as missing.
 */
const UNKNOWN_REASONING = ' ';

const TEXT_THOUGHTS: ThoughtRules = { issuer: TEXT, missing: callsWithoutReasoning };
const DETAILS: ThoughtRules = { issuer: 'reasoning_details', missing: callsWithoutDetails };

/** How stored reasoning is inserted for a model; undefined if it takes none. */
export function thoughtRules(rule: ReasoningRule | undefined): ThoughtRules | undefined {
  if (!rule) return undefined;
  return rule.sent === 'details' ? DETAILS : TEXT_THOUGHTS;
}

/** Signed reasoning belongs to the current tool loop: https://openrouter.ai/docs/use-cases/reasoning-tokens */
function callsWithoutDetails(chat: CanonicalChat): readonly string[] {
  return firstCalls(openLoop(chat).filter((turn) => !hasSignedThoughts(turn)));
}

/** Providers expect the reasoning of all calls in the conversation, not only of those whose results are new. */
function callsWithoutReasoning({ turns }: CanonicalChat): readonly string[] {
  return firstCalls(turns.filter((turn) => turn.role === 'assistant' && !hasThoughts(turn)));
}

/**
 * The messages of a chat body with `UNKNOWN_REASONING` where the provider rejects their absence; undefined if nothing is to be
 * changed, which costs at most two searches in the bytes.
 */
export function withRequiredReasoning(
  members: ChatMembers,
  rule: ReasoningRule | undefined,
): readonly unknown[] | undefined {
  if (!rule?.required || !thinks(members, rule)) return undefined;
  const all = rule.required === 'in-tool-use';
  const hasTools = all && list(members.value('tools')).length > 0;
  if (!hasTools && !members.mentions('messages', '"tool_calls"')) return undefined;
  const messages = list(members.value('messages'));
  if (!hasTools && !messages.some((message) => list(record(message).tool_calls).length > 0)) return undefined;
  const filled = changed(messages, (message) => {
    if (message.role !== 'assistant' || (!all && list(message.tool_calls).length === 0)) return message;
    const { member = 'reasoning_content' } = rule;
    if (text(message[member]) !== '') return message;
    // Clients of other providers have it under the other name.
    return {
      ...message,
      [member]: text(message.reasoning_content ?? message.reasoning) || UNKNOWN_REASONING,
    };
  });
  return filled === messages ? undefined : filled;
}

function thinks(members: ChatMembers, rule: ReasoningRule): boolean {
  const { type } = record(members.value('thinking'));
  const enabled = members.value('enable_thinking');
  if (rule.thinks === 'on-request') return type === 'enabled' || enabled === true;
  return type !== 'disabled' && enabled !== false;
}

/** Messages of the assistant without tool calls lose their reasoning. The list itself if there are none. */
export function withoutIdleReasoning(messages: readonly unknown[]): readonly unknown[] {
  return changed(messages, (message) => {
    if (message.role !== 'assistant' || list(message.tool_calls).length > 0) return message;
    if (message.reasoning_content === undefined) return message;
    const { reasoning_content: _reasoning, ...rest } = message;
    return rest;
  });
}

function changed(
  messages: readonly unknown[],
  change: (message: UnknownRecord) => unknown,
): readonly unknown[] {
  const next = messages.map((message) => (isRecord(message) ? change(message) : message));
  return next.some((message, at) => message !== messages[at]) ? next : messages;
}
