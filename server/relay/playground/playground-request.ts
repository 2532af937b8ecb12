import { ApiError } from '../../contract/errors/api-error.js';
import { splice } from '../../dialects/json/splice.js';
import { TopLevel } from '../../dialects/json/top-level.js';

/** Content of a playground request: a chat or an image, and the group to use. */
export interface PlaygroundRequest {
  model: string;
  /** '' = the user's own group. */
  group: string;
  /** The request without the console's own members, as it may be sent upstream. */
  body: Buffer;
}

const LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * Message members that providers of chat completions accept: those of OpenAI
 * (https://platform.openai.com/docs/api-reference/chat/create#chat_create-messages) and those that others added for
 * reasoning and for continued responses.
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
 * Removes the console's own members from a chat request: the group, limits of 0, which mean no limit, and message members
 * that providers do not know (`id`, `createAt`, `status`) and OpenAI rejects. All other bytes stay unchanged.
 * @throws ApiError 400
 */
export function readPlaygroundRequest(body: Buffer): PlaygroundRequest {
  const top = TopLevel.of(body, 'invalid_text_request');
  const model = top.text('model');
  if (model === undefined) throw new ApiError('model_required');
  const changes = new Map<string, string | undefined>([['group', undefined]]);
  for (const name of LIMITS) if (top.tokenLimit(name) === undefined) changes.set(name, undefined);
  const messages = acceptedMessages(top);
  if (messages !== undefined) changes.set('messages', messages);
  return { model, group: top.text('group') ?? '', body: splice(top.object, changes) };
}

/**
 * Takes the group out of the body of a task; bodies without a group stay unchanged. What is no JSON object is left to the
 * API of the task, which has its own error for it.
 */
export function taskOfGroup(body: Buffer): Pick<PlaygroundRequest, 'group' | 'body'> {
  let top: TopLevel;
  try {
    top = TopLevel.of(body, 'invalid_text_request');
  } catch (problem) {
    if (problem instanceof ApiError) return { group: '', body };
    throw problem;
  }
  return { group: top.text('group') ?? '', body: splice(top.object, new Map([['group', undefined]])) };
}

/** JSON text of the messages without the console's members; undefined if there are none to remove. */
function acceptedMessages(top: TopLevel): string | undefined {
  const member = top.object.find('messages');
  const messages: unknown = member && top.object.value(member);
  if (!Array.isArray(messages)) return undefined;
  const cleaned = messages.map(withoutUnknownMembers);
  const isUnchanged = cleaned.every((message, index) => message === messages[index]);
  return isUnchanged ? undefined : JSON.stringify(cleaned);
}

/** Returns the same message if it has no other members. Values that are not objects are left to the regular validation. */
function withoutUnknownMembers(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return message;
  const members = Object.entries(message);
  const accepted = members.filter(([name]) => MESSAGE_MEMBERS.has(name));
  return accepted.length === members.length ? message : Object.fromEntries(accepted);
}
