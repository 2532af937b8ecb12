import { withAnswerImages } from '../../canonical/media/answer-images.js';
import type { CanonicalTurn, TextPart } from '../../canonical/chat.js';
import { behindResults } from '../../canonical/conversation/instructions.js';
import type { Fields } from '../../json/fields.js';
import { readBlocks } from './blocks.js';

/** The conversation of a request. */
export interface Conversation {
  /** Instructions before all turns. */
  system: TextPart[];
  turns: CanonicalTurn[];
  /** Blocks that add or remove tools, in order. */
  toolChanges: Fields[];
}

/**
 * Reads messages of the three roles. Mid-conversation instructions keep their position
 * (https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages); a compaction replaces everything
 * before it (https://platform.claude.com/docs/en/build-with-claude/compaction).
 * @param nativeOnly receives the locations of blocks that cannot be translated
 * @throws FieldError, ApiError 400
 */
export function readConversation(messages: readonly Fields[], nativeOnly: string[]): Conversation {
  const conversation: Conversation = { system: [], turns: [], toolChanges: [] };
  const lastUser = messages.findLastIndex((message) => roleOf(message) === 'user');
  for (const [index, message] of messages.entries()) {
    const isCleared = message.string('clear_at') === 'next_user_message' && index < lastUser;
    if (isCleared) continue;
    add(message, conversation, nativeOnly);
  }
  conversation.turns = withAnswerImages(behindResults(conversation.turns));
  return conversation;
}

function add(message: Fields, conversation: Conversation, nativeOnly: string[]): void {
  const role = roleOf(message);
  const content = contentOf(message, role);
  if (typeof content === 'string') {
    push(conversation, { role, parts: [{ type: 'text', text: content }] });
    return;
  }
  const compacted = content.findLastIndex(isCompaction);
  const summary = compacted === -1 ? undefined : content[compacted]?.string('content');
  if (summary !== undefined) {
    const text = `Summary of the conversation so far:\n${summary}`;
    conversation.turns = [{ role: 'user', parts: [{ type: 'text', text }] }];
  }
  const blocks = content.slice(compacted + 1).filter((block) => !changesTools(block));
  conversation.toolChanges.push(...content.filter(changesTools));
  if (blocks.length === 0 && blocks.length < content.length) return;
  push(conversation, { role, parts: readBlocks(blocks, nativeOnly) });
}

function push({ system, turns }: Conversation, turn: CanonicalTurn): void {
  if (turn.role !== 'system') {
    turns.push(turn);
    return;
  }
  const texts = turn.parts.filter((part) => part.type === 'text');
  if (turns.length === 0) system.push(...texts);
  else if (texts.length > 0) turns.push({ role: 'system', parts: texts });
}

function roleOf(message: Fields): CanonicalTurn['role'] {
  const role = message.string('role') ?? 'user';
  if (role !== 'user' && role !== 'assistant' && role !== 'system') throw message.unsupported('role');
  return role;
}

/** A system message may contain settings of its turn instead of content. */
function contentOf(message: Fields, role: CanonicalTurn['role']): string | Fields[] {
  const content = message.textOrObjects('content');
  if (content !== undefined) return content;
  if (role === 'system' && message.has('output_config')) return [];
  throw message.wrong('content', 'a string or a list');
}

/** A compaction that failed has no content and replaces nothing. */
function isCompaction(block: Fields): boolean {
  return block.string('type') === 'compaction' && Boolean(block.string('content'));
}

function changesTools(block: Fields): boolean {
  const type = block.string('type');
  return type === 'tool_addition' || type === 'tool_removal';
}
