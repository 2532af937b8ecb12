import { ApiError } from '../../../contract/errors/api-error.js';
import type { CacheHint, CanonicalTurn, ImagePart, TextPart, TurnPart } from '../../canonical/chat.js';
import { asUserTurn } from '../../canonical/conversation/instructions.js';
import { isRecord } from '../../json/lenient.js';

export interface Message {
  role: 'user' | 'assistant';
  content: object[];
}

type Part<T extends TurnPart['type']> = Extract<TurnPart, { type: T }>;

/** Follows a response where the API does not continue one: the conversation must end with a message of the user. */
const GO_ON = { type: 'text', text: 'Continue.' };
const MAX_TITLE = 500;
/** Files that are read as text. */
const TEXTS = /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|x-sh|sql)\b)/;

/** Placeholder for a required message without content: the API rejects empty messages. */
const silence = { type: 'text', text: '...' };
const imageTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/**
 * Converts turns to messages: consecutive turns of one role become one message, the first message is the user's, and tool
 * results come before the other content of a message.
 */
export function turnsToMessages(turns: CanonicalTurn[]): Message[] {
  const messages: Message[] = [];
  /** Images and files of the assistant: only the user may send them, so they are part of the user's next message. */
  let media: object[] = [];
  for (const turn of turns.map(asUserTurn)) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user';
    const isSent = (part: TurnPart) => role === 'user' || (part.type !== 'image' && part.type !== 'file');
    const content = [...(role === 'user' ? media : []), ...turn.parts.filter(isSent).flatMap(block)];
    if (role === 'user') media = [];
    media.push(...turn.parts.filter((part) => !isSent(part)).flatMap(block));
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content });
  }
  for (const message of messages) {
    message.content =
      message.role === 'user' ? resultsFirst(message.content) : withoutLastThoughts(message.content);
    if (message.content.length === 0) message.content.push(silence);
  }
  if (media.length > 0) messages.push({ role: 'user', content: media });
  const last = messages.at(-1);
  if (last?.role === 'assistant' && last.content.includes(silence)) messages.pop();
  if (messages[0]?.role !== 'user') messages.unshift({ role: 'user', content: [silence] });
  return messages;
}

/**
 * The messages with an end that the API accepts.
 * @param prefills whether the model continues a response at the end of the conversation; else a message of the user follows
 */
export function withAcceptedEnd(messages: readonly Message[], prefills: boolean): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return messages;
  if (!prefills) return [...messages, { role: 'user', content: [GO_ON] }];
  const text = last.content.at(-1);
  if (!text || !('text' in text)) return messages;
  // The beginning of a response must not end with white space.
  const trimmed = { ...text, text: String(text.text).trimEnd() };
  return [...messages.slice(0, -1), { ...last, content: [...last.content.slice(0, -1), trimmed] }];
}

export function textBlock(part: TextPart): object {
  return { type: 'text', text: part.text, ...cacheControl(part.cache) };
}

/** Five minutes is the default of the API. */
export function cacheControl(cache: CacheHint | undefined): object {
  if (!cache) return {};
  return { cache_control: cache.ttl === '1h' ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' } };
}

function resultsFirst(content: object[]): object[] {
  const isResult = (item: object) => 'type' in item && item.type === 'tool_result';
  return [...content.filter(isResult), ...content.filter((item) => !isResult(item))];
}

/**
 * A message of the assistant must not end with its thoughts, such as those that a limit cut off:
 * https://github.com/cortexkit/anthropic-auth/pull/49
 */
function withoutLastThoughts(content: object[]): object[] {
  const isThought = (item: object) =>
    'type' in item && (item.type === 'thinking' || item.type === 'redacted_thinking');
  return content.slice(0, content.findLastIndex((item) => !isThought(item)) + 1);
}

/** One part as a block; none for what the API would reject: blank text, and thinking without a signature. */
function block(part: TurnPart): object[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [textBlock(part)];
    case 'image':
      return [imageBlock(part)];
    case 'file':
      return [documentBlock(part)];
    case 'audio':
      throw new ApiError('unsupported_parameter', { detail: 'input_audio is not supported by this model' });
    case 'tool-call':
      return [
        {
          type: 'tool_use',
          id: part.id,
          name: part.name,
          input: input(part),
          ...cacheControl(part.cache),
        },
      ];
    case 'tool-result':
      return [toolResult(part)];
    case 'reasoning':
      return part.signature ? [{ type: 'thinking', thinking: part.text, signature: part.signature }] : [];
    case 'reasoning-redacted':
      return [{ type: 'redacted_thinking', data: part.data }];
  }
}

function imageBlock(part: ImagePart): object {
  const { source } = part;
  if (source.type === 'url') {
    return { type: 'image', source: { type: 'url', url: source.url }, ...cacheControl(part.cache) };
  }
  const media_type = source.mediaType === 'image/jpg' ? 'image/jpeg' : source.mediaType;
  if (!imageTypes.has(media_type)) {
    throw new ApiError('convert_request_failed', {
      detail: `images of type ${media_type} are not supported`,
    });
  }
  const base64 = { type: 'base64', media_type, data: source.data };
  return { type: 'image', source: base64, ...cacheControl(part.cache) };
}

function documentBlock(part: Part<'file'>): object {
  const title = part.name?.slice(0, MAX_TITLE) || undefined;
  return { type: 'document', source: documentSource(part), title, ...cacheControl(part.cache) };
}

function documentSource({ source }: Part<'file'>): object {
  if (source.type === 'url') return { type: 'url', url: source.url };
  if (source.mediaType === 'application/pdf') {
    return { type: 'base64', media_type: source.mediaType, data: source.data };
  }
  if (TEXTS.test(source.mediaType)) {
    const data = Buffer.from(source.data, 'base64').toString('utf8');
    return { type: 'text', media_type: 'text/plain', data };
  }
  throw new ApiError('convert_request_failed', {
    detail: `files of type ${source.mediaType} are not supported`,
  });
}

function toolResult(part: Part<'tool-result'>): object {
  const [only] = part.parts;
  const plain = part.parts.length === 1 && only?.type === 'text' && !only.cache;
  const content = plain ? only.text : part.parts.flatMap(block);
  return {
    type: 'tool_result',
    tool_use_id: part.id,
    content: content.length > 0 ? content : undefined,
    is_error: part.isError || undefined,
    ...cacheControl(part.cache),
  };
}

function input(call: Part<'tool-call'>): object {
  const parsed = call.arguments.trim() === '' ? {} : parse(call.arguments);
  if (isRecord(parsed)) return parsed;
  throw new ApiError('convert_request_failed', {
    detail: `the arguments of tool call ${call.id} are not a JSON object`,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller rejects it, like valid JSON that is not an object.
    return undefined;
  }
}
