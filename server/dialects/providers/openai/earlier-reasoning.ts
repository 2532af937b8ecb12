import type { CanonicalChat } from '../../canonical/chat.js';
import { firstCalls, hasSignedThoughts, hasThoughts, openLoop, TEXT } from '../../canonical/thoughts.js';
import { isRecord, list, text } from '../../json/lenient.js';
import type { ThoughtRules } from '../provider.js';
import type { OpenAIDialect } from './dialect.js';

/**
 * Sent where the reasoning of a tool call is required and not known, because it was never stored or has expired. Providers
 * reject a call without reasoning, and some treat an empty one as missing.
 */
const UNKNOWN_REASONING = ' ';

/** The rules of a provider that accepts reasoning of earlier turns; undefined if it accepts none. */
export function thoughtRules({ earlierReasoning }: OpenAIDialect): ThoughtRules | undefined {
  switch (earlierReasoning) {
    case 'text':
    case 'text-with-tools':
      return { issuer: TEXT, missing: callsWithoutReasoning };
    case 'details':
      return { issuer: 'reasoning_details', missing: callsWithoutDetails };
    default:
      return undefined;
  }
}

/** Signed reasoning belongs to the current tool loop: https://openrouter.ai/docs/use-cases/reasoning-tokens */
function callsWithoutDetails(chat: CanonicalChat): readonly string[] {
  return firstCalls(openLoop(chat).filter((turn) => !hasSignedThoughts(turn)));
}

/** Providers expect the reasoning of all calls in the conversation, not only of those whose results are new. */
function callsWithoutReasoning({ turns }: CanonicalChat): readonly string[] {
  return firstCalls(turns.filter((turn) => turn.role === 'assistant' && !hasThoughts(turn)));
}

/** Messages of the assistant with tool calls and without reasoning get `UNKNOWN_REASONING`. The list itself if there are none. */
export function withReasoning(messages: readonly unknown[]): readonly unknown[] {
  return changed(messages, (message) => {
    if (!isRecord(message) || message.role !== 'assistant' || list(message.tool_calls).length === 0)
      return message;
    if (text(message.reasoning_content) !== '') return message;
    return { ...message, reasoning_content: UNKNOWN_REASONING };
  });
}

/** Messages of the assistant without tool calls lose their reasoning. The list itself if there are none. */
export function withoutIdleReasoning(messages: readonly unknown[]): readonly unknown[] {
  return changed(messages, (message) => {
    if (!isRecord(message) || message.role !== 'assistant' || list(message.tool_calls).length > 0)
      return message;
    if (message.reasoning_content === undefined) return message;
    const { reasoning_content: _reasoning, ...rest } = message;
    return rest;
  });
}

function changed(messages: readonly unknown[], change: (message: unknown) => unknown): readonly unknown[] {
  const next = messages.map(change);
  return next.some((message, at) => message !== messages[at]) ? next : messages;
}
