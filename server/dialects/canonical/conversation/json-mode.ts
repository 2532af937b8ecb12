import type { CanonicalChat, TextPart } from '../chat.js';
import { textsOf } from '../texts.js';

const WORD = /json/i;

/**
 * An instruction for models that cannot be made to answer in JSON, or not together with tools.
 * @param schema undefined: any object
 */
export function jsonInstruction(schema: unknown): string {
  const what =
    'Your final answer must be one valid JSON object and nothing else: no other text, no Markdown fences.';
  return schema === undefined ? what : `${what} It must match this JSON schema:\n${JSON.stringify(schema)}`;
}

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
