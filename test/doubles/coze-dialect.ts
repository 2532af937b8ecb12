import type { Dialect, DialectRequest, ScriptedUsage } from './scripted-answer.js';

const CHAT = { id: 'chat-scripted', conversation_id: 'conversation-scripted', bot_id: 'bot-scripted' };
const MESSAGE = {
  id: 'message-scripted',
  conversation_id: CHAT.conversation_id,
  bot_id: CHAT.bot_id,
  role: 'assistant',
  type: 'answer',
  content_type: 'text',
};
const MEMBERS = [
  'bot_id',
  'user_id',
  'additional_messages',
  'stream',
  'custom_variables',
  'auto_save_history',
  'meta_data',
  'extra_params',
  'shortcut_command',
  'parameters',
  'enable_card',
  'publish_status',
];
const TYPES: Readonly<Record<string, string>> = { user: 'question', assistant: 'answer' };

const event = (name: string, data: object) => `event:${name}\ndata:${JSON.stringify(data)}`;

/** Chats of Coze: https://www.coze.cn/docs/developer_guides/chat_v3 */
export const cozeDialect: Dialect = {
  refuses: brokenRule,
  whole: () => ({ code: 0, data: { ...CHAT, status: 'in_progress' }, msg: '' }),
  frames: (answer) => [
    event('conversation.chat.created', { ...CHAT, status: 'created', usage: usage(undefined) }),
    event('conversation.chat.in_progress', { ...CHAT, status: 'in_progress' }),
    ...answer.reasoning.map((reasoning_content) =>
      event('conversation.message.delta', { ...MESSAGE, content: '', reasoning_content }),
    ),
    ...answer.text.map((content) => event('conversation.message.delta', { ...MESSAGE, content })),
    event('conversation.message.completed', { ...MESSAGE, content: answer.text.join('') }),
    event('conversation.message.completed', { ...MESSAGE, id: 'verbose', type: 'verbose', content: '{}' }),
    event('conversation.chat.completed', { ...CHAT, status: 'completed', usage: usage(answer.usage) }),
    'event:done\ndata:"[DONE]"',
  ],
  error: (status, message) => ({ code: status === 401 ? 4100 : 4000, msg: message }),
  errorFrame: (message) => event('error', { code: 5000, msg: message }),
};

function brokenRule({ headers, json = {} }: DialectRequest): string | undefined {
  if (!String(headers.authorization).startsWith('Bearer ')) return 'authentication is invalid';
  const unknown = Object.keys(json).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `unknown member ${unknown}`;
  for (const name of ['bot_id', 'user_id'])
    if (typeof json[name] !== 'string' || json[name] === '') return `${name} is required`;
  if (json.stream !== true && json.auto_save_history !== true)
    return 'when stream is false, auto_save_history must be true';
  const messages = (json.additional_messages ?? []) as Readonly<Record<string, unknown>>[];
  if (messages.length > 100) return 'too many additional messages';
  if (messages.at(-1)?.role !== 'user') return 'the last message must be of the user';
  return messages.map(brokenMessage).find((rule) => rule !== undefined);
}

function brokenMessage(message: Readonly<Record<string, unknown>>): string | undefined {
  const { role, type, content, content_type: kind } = message;
  if (TYPES[String(role)] !== type) return `a message of ${String(role)} has type ${String(type)}`;
  if (typeof content !== 'string' || content === '') return 'content is required';
  if (kind === 'text') return undefined;
  if (kind !== 'object_string') return `unknown content type ${String(kind)}`;
  const items = JSON.parse(content) as Readonly<Record<string, unknown>>[];
  return items.every((item) =>
    item.type === 'text' ? typeof item.text === 'string' : 'file_id' in item !== 'file_url' in item,
  )
    ? undefined
    : `invalid object string ${content}`;
}

function usage(used: ScriptedUsage | undefined): object {
  const output_count = used ? used.output + (used.reasoning ?? 0) : 0;
  const input_count = used
    ? used.input + (used.cacheRead ?? 0) + (used.cacheWrite5m ?? 0) + (used.cacheWrite1h ?? 0)
    : 0;
  return { token_count: input_count + output_count, output_count, input_count };
}
