import { anthropicMessages } from './anthropic-messages/index.js';
import { gemini } from './gemini/index.js';
import { openaiChat } from './openai-chat/index.js';
import { openaiCompletions } from './openai-completions/index.js';
import { openaiResponses } from './openai-responses/index.js';
import type { Protocol, ProtocolName } from './protocol.js';

/** All client protocols. */
export const protocols: Readonly<Record<ProtocolName, Protocol>> = {
  'openai-chat': openaiChat,
  'openai-completions': openaiCompletions,
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
};
