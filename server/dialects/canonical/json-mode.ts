import type { CanonicalChat, TextPart } from './chat.js';
import { textsOf } from './texts.js';

const WORD = /json/i;

/**
 * Instructions of a request. Providers of OpenAI's shape refuse JSON mode where the conversation does not name JSON
 * (https://platform.openai.com/docs/guides/structured-outputs#json-mode); other protocols ask for it by a setting alone.
 */
export function systemWithJson(chat: CanonicalChat): TextPart[] {
  if (chat.responseFormat?.type !== 'json') return chat.system;
  for (const text of textsOf(chat)) if (WORD.test(text)) return chat.system;
  return [...chat.system, { type: 'text', text: 'Answer in JSON.' }];
}
