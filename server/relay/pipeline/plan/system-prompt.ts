import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../../dialects/canonical/chat.js';
import type { Instructed } from '../../../dialects/canonical/conversation/instructed.js';
import type { Protocol } from '../../../dialects/protocols/protocol.js';

/**
 * Inserts the channel's system prompt into the client's own bytes: if the request has none, or before the client's where
 * the channel setting requires it.
 * @returns undefined where the channel has no system prompt, or requests of the protocol have none
 * @throws ApiError 400 where the bytes are not valid JSON
 */
export function instructedBody(
  protocol: Protocol,
  { setting }: RoutableChannel,
  body: Buffer,
): Instructed | undefined {
  if (!setting.systemPrompt || !protocol.instruct) return undefined;
  try {
    const { text, always } = setting.systemPrompt;
    return protocol.instruct(body, text, always);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ApiError('invalid_request', { detail: cause.message }, { cause });
  }
}

/**
 * Inserts the channel's system prompt into a request that is translated.
 * @returns whether it was put before the client's own; undefined where none was inserted
 */
export function instructChat(chat: CanonicalChat, { setting }: RoutableChannel): boolean | undefined {
  if (!setting.systemPrompt) return undefined;
  const { text, always } = setting.systemPrompt;
  const isPresent = chat.system.length > 0;
  if (isPresent && !always) return undefined;
  chat.system.unshift({ type: 'text', text });
  return isPresent;
}
