import { ApiError } from '../../core/api-error.js';
import { splice } from '../../dialects/json/splice.js';
import { TopLevel } from '../../dialects/json/top-level.js';

/** What the console's playground asks: a chat, and the group to ask it in. */
export interface Question {
  model: string;
  /** '' = the user's own. */
  group: string;
  /** The chat alone, as an upstream may see it. */
  body: Buffer;
}

const LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * Members of a message that providers of chat completions know: those of OpenAI
 * (https://platform.openai.com/docs/api-reference/chat/create#chat_create-messages), and those that others added for
 * reasoning and for answers that are continued.
 */
const MESSAGE_MEMBERS = new Set([
  'role',
  'content',
  'name',
  'refusal',
  'audio',
  'function_call',
  'tool_calls',
  'tool_call_id',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'prefix',
]);

/**
 * Takes what is the console's own out of a chat request: the group, limits of 0, which mean that there is none, and of
 * messages the members that providers do not know (`id`, `createAt`, `status`): OpenAI refuses them. Every other byte stays.
 * @throws Refusal 400
 */
export function readQuestion(body: Buffer): Question {
  const top = TopLevel.of(body, 'invalid_text_request');
  const model = top.text('model');
  if (model === undefined) throw new ApiError('model_required');
  const changes = new Map<string, string | undefined>([['group', undefined]]);
  for (const name of LIMITS) if (top.tokenLimit(name) === undefined) changes.set(name, undefined);
  const messages = knownMessages(top);
  if (messages !== undefined) changes.set('messages', messages);
  return { model, group: top.text('group') ?? '', body: splice(top.object, changes) };
}

/** The JSON text of the messages without members of the console; undefined when there is nothing to take out. */
function knownMessages(top: TopLevel): string | undefined {
  const member = top.object.find('messages');
  const messages: unknown = member && top.object.value(member);
  if (!Array.isArray(messages)) return undefined;
  const known = messages.map(withoutStrangers);
  return known.every((message, index) => message === messages[index]) ? undefined : JSON.stringify(known);
}

/** The same message when it has no other members. What is no object is left for the checks of every chat. */
function withoutStrangers(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return message;
  const members = Object.entries(message);
  const known = members.filter(([name]) => MESSAGE_MEMBERS.has(name));
  return known.length === members.length ? message : Object.fromEntries(known);
}
