import type { RoutableChannel } from '../../channels/channel-registry.js';
import { ApiError } from '../../core/api-error.js';
import type { CanonicalChat } from '../../dialects/canonical/chat.js';
import { known, type RelayContext } from './context.js';

/**
 * The client's own bytes with the channel's system prompt (spec/relay-and-billing.md B9.7): in the place of a missing
 * one, or before the client's where the channel says so. Protocols that know no such prompt stay as they are.
 * @throws Refusal 400 where the bytes turn out to be no JSON
 */
export function instructedBody(
  context: RelayContext,
  { setting }: RoutableChannel,
  body = context.exchange.body,
): Buffer {
  const { protocol } = context.exchange;
  if (!setting.systemPrompt || !protocol.instruct) return body;
  try {
    const { text, always } = setting.systemPrompt;
    const instructed = protocol.instruct(body, text, always);
    if (context.outcome) context.outcome.systemPromptBefore = instructed.before;
    return instructed.body;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ApiError('invalid_request', { detail: cause.message }, { cause });
  }
}

/** The same for a request that is translated. */
export function instructChat(context: RelayContext, chat: CanonicalChat, { setting }: RoutableChannel): void {
  if (!setting.systemPrompt) return;
  const { text, always } = setting.systemPrompt;
  const given = chat.system.length > 0;
  if (given && !always) return;
  chat.system.unshift({ type: 'text', text });
  known(context.outcome).systemPromptBefore = given;
}
