import type { RoutableChannel } from '../../channels/channel-registry.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../dialects/canonical/chat.js';
import { known, type RelayContext } from './context.js';

/**
 * Inserts the channel's system prompt into the client's own bytes: if the request has none, or before the client's where
 * the channel setting requires it. Requests of protocols without system prompts stay unchanged.
 * @throws ApiError 400 where the bytes are not valid JSON
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

/** Inserts the channel's system prompt into a request that is translated. */
export function instructChat(context: RelayContext, chat: CanonicalChat, { setting }: RoutableChannel): void {
  if (!setting.systemPrompt) return;
  const { text, always } = setting.systemPrompt;
  const given = chat.system.length > 0;
  if (given && !always) return;
  chat.system.unshift({ type: 'text', text });
  known(context.outcome).systemPromptBefore = given;
}
