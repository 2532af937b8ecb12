import { markedInstruction } from '../../../canonical/conversation/instructions.js';
import { toolCallText, toolResultText } from '../../../canonical/conversation/text-turns.js';
import { AFTER_RESULTS, SILENCE } from '../../../canonical/conversation/turn-order.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../../json/lenient.js';
import type { JsonObject, Member } from '../../../json/object.js';
import { objectsWith } from '../../../json/scan.js';
import { WordSearch } from '../../../json/word-search.js';
import { editsOf, type Edit } from '../../../json/splice.js';
import type { ChatRules } from '../../rules/chat-rules.js';

const SYSTEM = '"system"';
const DEVELOPER_WORD = new WordSearch('developer');
const SYSTEM_WORD = new WordSearch('system');
const ROLE_WORD = new WordSearch('role');
const RESULT_WORD = new WordSearch('tool_call_id');
/** By the name of a member. */
const searches = new Map<string, WordSearch>();
const openList = 0x5b;

/**
 * Edits that rename the role `developer` of a client's own messages where the provider does not support it, and remove members
 * that it rejects. A body without them costs one search for each.
 */
export function acceptedMembers(object: JsonObject, { developerRole, rejectedMembers }: ChatRules): Edit[] {
  const messages = listOf(object);
  if (!messages) return [];
  const renames = !developerRole && has(object, messages, DEVELOPER_WORD);
  const names = (rejectedMembers?.names ?? []).filter((name) => has(object, messages, searchFor(name)));
  if (!renames && names.length === 0) return [];
  const removed = new Map(names.map((name) => [name, undefined]));
  return objectsWith(object.body, messages.start, 'role', 1).flatMap((message) => {
    const role = message.find('role');
    const isDeveloper = renames && role !== undefined && message.value(role) === 'developer';
    const changes = new Map<string, string | undefined>(removed);
    if (isDeveloper) changes.set('role', SYSTEM);
    return editsOf(message, changes);
  });
}

/** The same for a message of a list that is rebuilt. */
export function acceptedMessage(value: unknown, { developerRole, rejectedMembers }: ChatRules): unknown {
  if (!isRecord(value)) return value;
  const message: Record<string, unknown> = { ...value };
  for (const name of rejectedMembers?.names ?? []) delete message[name];
  if (!developerRole && message.role === 'developer') message.role = 'system';
  return message;
}

/**
 * A client's own messages in the order that the provider documents: instructions first, an assistant's message between
 * results and the user, roles in turn. Only what the provider would reject with an error is changed. Where a provider
 * documents no rule, messages pass as they are.
 * @returns undefined if nothing is to be changed, which costs at most a few searches in the bytes
 */
export function fitPassedMessages(object: JsonObject, rules: ChatRules): readonly unknown[] | undefined {
  const { userAfterResults, noTools, sameRole, firstTurn } = rules;
  const first = rules.instructions?.place === 'first';
  const handlesResults = userAfterResults !== undefined || noTools !== undefined;
  if (!first && !handlesResults && !sameRole && !firstTurn) return undefined;
  const member = listOf(object);
  if (!member) return undefined;
  const isMisplaced = first && mayInstructLater(object, member);
  const hasResults = handlesResults && has(object, member, RESULT_WORD);
  const isOutOfTurn = (sameRole || firstTurn) && hasOtherTurns(object, member, rules);
  if (!isMisplaced && !hasResults && !isOutOfTurn) return undefined;
  const messages: readonly unknown[] = list(object.value(member));
  let fit = isMisplaced ? withInstructionsFirst(messages) : messages;
  if (noTools && hasResults) fit = withoutToolMessages(fit);
  if (firstTurn) fit = startedByUser(fit);
  if (userAfterResults && hasResults) fit = withAssistantBetween(fit);
  if (sameRole) fit = withJoinedRoles(fit);
  return fit === messages ? undefined : fit;
}

function listOf(object: JsonObject): Member | undefined {
  const member = object.find('messages');
  return member && object.firstByte(member) === openList ? member : undefined;
}

function has({ body }: JsonObject, { start, end }: Member, word: WordSearch): boolean {
  return word.indexIn(body, start, end) !== -1;
}

function searchFor(name: string): WordSearch {
  let search = searches.get(name);
  if (!search) searches.set(name, (search = new WordSearch(name)));
  return search;
}

/** False only if there is at most one mention of the roles and it is in the first message. */
function mayInstructLater({ body }: JsonObject, { start, end }: Member): boolean {
  const first = ROLE_WORD.indexIn(body, start, end);
  const later = first === -1 ? -1 : ROLE_WORD.indexIn(body, first + 1, end);
  if (later === -1) return false;
  const mentions = [SYSTEM_WORD, DEVELOPER_WORD].flatMap((word) => {
    const at = word.indexIn(body, start, end);
    return at === -1 ? [] : [at, word.indexIn(body, at + 1, end)].filter((found) => found !== -1);
  });
  return mentions.length > 1 || mentions.some((at) => at > later);
}

/** Whether the roles of the messages follow each other in an order that the provider rejects. */
function hasOtherTurns({ body }: JsonObject, { start }: Member, { sameRole, firstTurn }: ChatRules): boolean {
  const roles = objectsWith(body, start, 'role', 1).map((message) => {
    const role = message.find('role');
    return role && message.value(role);
  });
  const first = roles.find((role) => role !== 'system' && role !== 'developer');
  if (firstTurn && first === 'assistant') return true;
  return sameRole !== undefined && roles.some((role, at) => role !== 'tool' && role === roles[at + 1]);
}

/** Instructions at the beginning become one message, later ones messages of the user. The list itself if all is well. */
function withInstructionsFirst(messages: readonly unknown[]): readonly unknown[] {
  const start = messages.findIndex((message) => !isInstruction(message));
  const count = start === -1 ? messages.length : start;
  const leading = messages.slice(0, count).map(record);
  const rest = messages.slice(count);
  if (count <= 1 && !rest.some(isInstruction)) return messages;
  const joined = leading.length > 1 ? [{ ...leading[0], content: joinedContent(leading) }] : leading;
  return [...joined, ...rest.map((message) => (isInstruction(message) ? asUser(record(message)) : message))];
}

function joinedContent(messages: readonly UnknownRecord[]): unknown {
  const contents = messages.map(({ content }) => content).filter((content) => !isEmpty(content));
  if (contents.length <= 1) return contents[0] ?? messages[0]?.content;
  if (contents.every((content) => typeof content === 'string')) return contents.join('\n');
  return contents.flatMap((content) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : list(content),
  );
}

/** Messages of the assistant with tool calls often have no content. */
function isEmpty(content: unknown): boolean {
  return content === undefined || content === null || content === '';
}

function asUser(message: UnknownRecord): UnknownRecord {
  const { content } = message;
  if (typeof content === 'string') return { ...message, role: 'user', content: markedInstruction(content) };
  const parts = list(content).map((part) => {
    const { text } = record(part);
    return typeof text === 'string' ? { ...record(part), text: markedInstruction(text) } : part;
  });
  return { ...message, role: 'user', content: parts };
}

/** The list itself if no user's message directly follows a result. */
function withAssistantBetween(messages: readonly unknown[]): readonly unknown[] {
  const spaced: unknown[] = [];
  for (const message of messages) {
    const isAfterResult = record(spaced.at(-1)).role === 'tool';
    if (isAfterResult && record(message).role === 'user')
      spaced.push({ role: 'assistant', content: AFTER_RESULTS });
    spaced.push(message);
  }
  return spaced.length === messages.length ? messages : spaced;
}

/** Calls and results as text, for providers without tools. */
function withoutToolMessages(messages: readonly unknown[]): unknown[] {
  const names = new Map<unknown, string>();
  return messages.map((value) => {
    const { tool_calls: calls, ...message } = record(value);
    if (message.role === 'tool') {
      const text = textIn(message.content);
      return { role: 'user', content: toolResultText(names.get(message.tool_call_id) ?? 'a tool', text) };
    }
    if (!Array.isArray(calls)) return value;
    const texts = calls.map((call) => {
      const { id, function: called } = record(call);
      const { name, arguments: input } = record(called);
      names.set(id, text(name));
      return toolCallText(text(name), text(input));
    });
    return {
      ...message,
      content: [textIn(message.content), ...texts].filter((one) => one !== '').join('\n'),
    };
  });
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => text(record(part).text))
    .join('');
}

/** The list itself if no message follows another of its role. */
function withJoinedRoles(messages: readonly unknown[]): readonly unknown[] {
  const joined: UnknownRecord[] = [];
  for (const message of messages.map(record)) {
    const last = joined.at(-1);
    if (last && last.role === message.role && message.role !== 'tool')
      joined[joined.length - 1] = join(last, message);
    else joined.push(message);
  }
  return joined.length === messages.length ? messages : joined;
}

function join(one: UnknownRecord, other: UnknownRecord): UnknownRecord {
  const calls = [...list(one.tool_calls), ...list(other.tool_calls)];
  return {
    ...one,
    ...other,
    content: joinedContent([one, other]),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** The list itself unless the assistant begins. */
function startedByUser(messages: readonly unknown[]): readonly unknown[] {
  const at = messages.findIndex((message) => !isInstruction(message));
  if (record(messages[at]).role !== 'assistant') return messages;
  return [...messages.slice(0, at), { role: 'user', content: SILENCE }, ...messages.slice(at)];
}

function isInstruction(message: unknown): boolean {
  const { role } = record(message);
  return role === 'system' || role === 'developer';
}
