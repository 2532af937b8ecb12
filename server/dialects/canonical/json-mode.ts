import type { CanonicalChat, TextPart } from './chat.js';
import { textsOf } from './texts.js';

const WORD = /json/i;

/**
 * The system prompt of a request. OpenAI-compatible providers reject JSON mode unless the conversation contains the word
 * JSON (https://platform.openai.com/docs/guides/structured-outputs#json-mode); other protocols need only a setting. A
 * sentence is therefore added where the word is missing.
 */
export function systemWithJson(chat: CanonicalChat): TextPart[] {
  if (chat.responseFormat?.type !== 'json') return chat.system;
  for (const text of textsOf(chat)) if (WORD.test(text)) return chat.system;
  return [...chat.system, { type: 'text', text: 'Answer in JSON.' }];
}
