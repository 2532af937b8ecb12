import { readJson, writeJson } from '../../lib/browser/storage';
import type { ChatMessage, StoredConversation } from './playground.types';

const MAX_CONVERSATIONS = 50;
const TITLE_LENGTH = 60;
const keyOf = (userId: number) => `playground-conversations:${userId}`;

/** The user's stored conversations, latest first. */
export function readConversations(userId: number): StoredConversation[] {
  const stored = readJson(keyOf(userId));
  return Array.isArray(stored) ? stored.filter(isConversation) : [];
}

export function keepConversation(userId: number, id: string, messages: readonly ChatMessage[]): void {
  const conversation: StoredConversation = {
    id,
    title: titleOf(messages),
    at: Date.now(),
    messages: messages.map(withoutImages),
  };
  const others = readConversations(userId).filter((each) => each.id !== id);
  writeJson(keyOf(userId), [conversation, ...others].slice(0, MAX_CONVERSATIONS));
}

export function forgetConversation(userId: number, id: string): void {
  writeJson(
    keyOf(userId),
    readConversations(userId).filter((each) => each.id !== id),
  );
}

/** The title is taken from the last user message. */
function titleOf(messages: readonly ChatMessage[]): string {
  const question = messages.findLast(({ role, content }) => role === 'user' && content !== '');
  return (question?.content ?? '').replace(/\s+/g, ' ').slice(0, TITLE_LENGTH);
}

/** Images would soon exhaust the storage of the browser. */
function withoutImages({ images, ...message }: ChatMessage): ChatMessage {
  return images ? { ...message, imagesGone: images.length } : message;
}

function isConversation(value: unknown): value is StoredConversation {
  return typeof value === 'object' && value !== null && 'id' in value && 'messages' in value && 'at' in value;
}
