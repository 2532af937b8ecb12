import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { ChatMembers } from '../../kit/openai/chat-request/body-options.js';
import { withErrorObject } from './errors.js';

/**
 * Most models accept only texts as content ("Type mismatch of '/messages/0/content', 'array' not in 'string'"), so lists of
 * text parts become one text, and missing content an empty one. Lists with images stay.
 */
export function chatChanges(members: ChatMembers): Record<string, unknown> {
  // Parts and tool calls have a type; content that is neither text nor parts is null.
  if (!members.mentions('messages', '"type"') && !members.mentions('messages', 'null')) return {};
  return { messages: list(members.value('messages')).map(plainMessage) };
}

function plainMessage(message: unknown): unknown {
  const { content, ...rest } = record(message);
  if (content === null || content === undefined) return { ...rest, content: '' };
  if (!Array.isArray(content)) return message;
  const parts = content.map(record);
  if (!parts.every(({ type }) => type === 'text')) return message;
  return { ...rest, content: parts.map((part) => text(part.text)).join('\n') };
}

/** Some models leave out the index of choices, which OpenAI's clients require. */
export const WITHOUT_INDEX = '"choices":[{"delta"';

export function normalizedChat(body: UnknownRecord): UnknownRecord {
  const answer = withErrorObject(body);
  const choices = list(answer.choices).map(record);
  if (choices.every(({ index }) => index !== undefined)) return answer;
  return { ...answer, choices: choices.map((choice, index) => ({ index, ...choice })) };
}
