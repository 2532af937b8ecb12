import { readJson, writeJson } from '../../../lib/browser/storage';
import { parseJson } from '../../../lib/format/json';
import type { ChatMessage, StoredConversation } from '../playground.types';

const MAX_CONVERSATIONS = 50;
/** Browsers keep about five million characters for a site, of which other pages need some. */
const MAX_CHARS = 2_000_000;
const TITLE_LENGTH = 60;
const keyOf = (userId: number) => `playground-conversations:${userId}`;
const openKeyOf = (userId: number) => `playground-open:${userId}`;

/** The user's stored conversations, latest first. */
export function readConversations(userId: number): StoredConversation[] {
  const stored = readJson(keyOf(userId));
  return Array.isArray(stored) ? stored.filter(isConversation).map(withoutRunning) : [];
}

export function keepConversation(userId: number, id: string, messages: readonly ChatMessage[]): void {
  const conversation: StoredConversation = {
    id,
    title: titleOf(messages),
    at: Date.now(),
    messages: messages.map(withoutAttachments),
  };
  const others = readConversations(userId).filter((each) => each.id !== id);
  writeJson(keyOf(userId), fitting([conversation, ...others]));
}

export function forgetConversation(userId: number, id: string): void {
  writeJson(
    keyOf(userId),
    readConversations(userId).filter((each) => each.id !== id),
  );
}

/** A column that was open: its conversation, and its model where it is not that of the settings. */
export interface OpenColumn {
  model: string | undefined;
  conversation: StoredConversation;
}

/** @param columns JSON of the id of each column's conversation, and of its model */
export function keepOpen(userId: number, columns: string): void {
  writeJson(openKeyOf(userId), parseJson(columns));
}

/** Columns whose conversation is not stored any more, or has not begun, are left out. */
export function readOpen(userId: number): OpenColumn[] {
  const opened = readJson(openKeyOf(userId));
  if (!Array.isArray(opened)) return [];
  const stored = readConversations(userId);
  return opened.flatMap((entry: unknown) => {
    const { id, model }: { id?: unknown; model?: unknown } =
      typeof entry === 'object' && entry !== null ? entry : {};
    const conversation = stored.find((each) => each.id === id);
    return conversation ? [{ model: typeof model === 'string' ? model : undefined, conversation }] : [];
  });
}

/** The latest ones, as many as are kept. */
function fitting(conversations: readonly StoredConversation[]): StoredConversation[] {
  let left = MAX_CHARS;
  return conversations.slice(0, MAX_CONVERSATIONS).filter((conversation) => {
    left -= JSON.stringify(conversation).length;
    return left >= 0;
  });
}

/** The title is taken from the last user message. */
function titleOf(messages: readonly ChatMessage[]): string {
  const question = messages.findLast(({ role, content }) => role === 'user' && content !== '');
  return (question?.content ?? '').replace(/\s+/g, ' ').slice(0, TITLE_LENGTH);
}

/** Images and files would soon exhaust the storage of the browser. */
function withoutAttachments({ images, files, ...message }: ChatMessage): ChatMessage {
  return {
    ...message,
    ...(images && { imagesGone: images.length }),
    ...(files && { filesGone: files.map(({ name }) => name) }),
  };
}

/** No answer goes on after the page that received it was left. */
function withoutRunning(conversation: StoredConversation): StoredConversation {
  const messages = conversation.messages.map((message): ChatMessage =>
    message.status === 'loading' || message.status === 'incomplete'
      ? { ...message, status: 'complete' }
      : message,
  );
  return { ...conversation, messages };
}

function isConversation(value: unknown): value is StoredConversation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'at' in value &&
    'messages' in value &&
    Array.isArray(value.messages)
  );
}
