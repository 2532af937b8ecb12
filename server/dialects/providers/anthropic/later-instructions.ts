import { markedInstruction } from '../../canonical/conversation/instructions.js';
import type { JsonObject } from '../../json/object.js';
import { isRecord, list } from '../../json/lenient.js';
import { objectsWith, scanObject } from '../../json/scan.js';
import { applyEdits, type Edit } from '../../json/splice.js';

const openList = 0x5b;
const comma = 0x2c;
const blanks: ReadonlySet<number | undefined> = new Set([0x20, 0x0a, 0x0d, 0x09]);

/** What becomes of instructions among the messages: a marked text of the user, or an instruction without settings. */
export type Fit = 'as-user' | 'texts-only';

/**
 * A Messages body whose instructions among the messages are ones that the upstream accepts. Models before Claude Opus 4.8
 * reject the role `system` there, and Bedrock the members that belong to beta features (`clear_at`, `output_config`):
 * https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-mid-conversation-system.html.
 * Instructions that have been cleared or hold only settings are removed; those that change tools stay as they are. All other
 * bytes stay as received, and a body without such instructions costs one search.
 */
export function fitLaterInstructions(body: Buffer, fit: Fit): Buffer {
  const object = scanObject(body);
  const messages = object.find('messages');
  if (!messages || object.firstByte(messages) !== openList) return body;
  if (!body.subarray(messages.start, messages.end).includes('"system"')) return body;
  const found = objectsWith(body, messages.start, 'role', 1);
  const lastUser = found.findLastIndex((message) => roleOf(message) === 'user');
  const edits = found.flatMap((message, index) =>
    roleOf(message) === 'system' ? edit(message, fit, index < lastUser) : [],
  );
  return applyEdits(body, edits);
}

function edit(message: JsonObject, fit: Fit, isEarlier: boolean): Edit[] {
  const { body, inside, members } = message;
  const value = (name: string): unknown => {
    const member = message.find(name);
    return member && message.value(member);
  };
  const content = value('content');
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  if (!blocks.every(isText)) return [];
  const start = inside - 1;
  const end = body.indexOf('}', members.at(-1)?.end) + 1;
  const isCleared = isEarlier && value('clear_at') === 'next_user_message';
  const texts = isCleared ? [] : blocks.filter(({ text }) => text.trim() !== '');
  if (texts.length === 0) {
    const before = precedingComma(body, start);
    return before === undefined ? [] : [{ start: before, end, text: '' }];
  }
  const fitted =
    fit === 'as-user'
      ? { role: 'user', content: texts.map((block) => ({ ...block, text: markedInstruction(block.text) })) }
      : { role: 'system', content: typeof content === 'string' ? content : texts };
  const isPlain = fit === 'texts-only' && members.every((member) => isOwn(message, member));
  return isPlain ? [] : [{ start, end, text: JSON.stringify(fitted) }];
}

function isOwn(message: JsonObject, member: JsonObject['members'][number]): boolean {
  return message.named(member, 'role') || message.named(member, 'content');
}

function roleOf(message: JsonObject): unknown {
  const role = message.find('role');
  return role && message.value(role);
}

function isText(block: unknown): block is { readonly type: 'text'; readonly text: string } {
  return isRecord(block) && block.type === 'text' && typeof block.text === 'string';
}

/** Index of the comma before an item; undefined for the first item of a list. */
function precedingComma(body: Buffer, start: number): number | undefined {
  let at = start - 1;
  while (blanks.has(body[at])) at--;
  return body[at] === comma ? at : undefined;
}
