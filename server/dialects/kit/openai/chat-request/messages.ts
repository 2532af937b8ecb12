import type {
  CacheHint,
  CanonicalTurn,
  ImagePart,
  MediaSource,
  TextPart,
  TurnPart,
} from '../../../canonical/chat.js';
import type { ReasoningRule } from '../../rules/chat-rules.js';

/** Message fields that this upstream accepts beyond OpenAI's own. */
export interface MessageOptions {
  cacheHints: boolean;
  /** Images that a model made are sent beside the text of the assistant. */
  answerImages: boolean;
  /** How reasoning of earlier turns is sent; absent: not at all. */
  reasoning?: ReasoningRule | undefined;
}

type Part<T extends TurnPart['type']> = Extract<TurnPart, { type: T }>;

export function systemMessage(
  parts: TextPart[],
  role: 'system' | 'developer',
  options: MessageOptions,
): object {
  if (options.cacheHints && parts.some((part) => part.cache)) {
    return { role, content: parts.map((part) => textPart(part, options)) };
  }
  return { role, content: parts.map((part) => part.text).join('\n') };
}

/**
 * Converts one turn, which may become several messages: each tool result is a separate message.
 * @param instructor role of the messages that contain instructions for this model
 */
export function turnMessages(
  turn: CanonicalTurn,
  instructor: 'system' | 'developer',
  options: MessageOptions,
): object[] {
  if (turn.role === 'system') {
    const texts = turn.parts.filter((part) => part.type === 'text');
    return [systemMessage(texts, instructor, options)];
  }
  return turn.role === 'assistant' ? assistantMessages(turn, options) : userMessages(turn, options);
}

function userMessages(turn: CanonicalTurn, options: MessageOptions): object[] {
  const messages: object[] = [];
  const parts: object[] = [];
  const images: ImagePart[] = [];
  for (const part of turn.parts) {
    if (part.type === 'tool-result') {
      messages.push(toolMessage(part));
      images.push(...part.parts.filter((inner) => inner.type === 'image'));
    } else {
      const content = userPart(part, options);
      if (content) parts.push(content);
    }
  }
  // Tool messages cannot contain images: they follow in a user message.
  parts.unshift(...images.map((image) => imagePart(image, options)));
  const [only] = turn.parts;
  if (turn.parts.length === 1 && only?.type === 'text' && !(only.cache && options.cacheHints)) {
    return only.text === '' ? [] : [{ role: 'user', content: only.text }];
  }
  if (parts.length > 0) messages.push({ role: 'user', content: parts });
  return messages;
}

function toolMessage(part: Part<'tool-result'>): object {
  const text = part.parts
    .filter((inner) => inner.type === 'text')
    .map((inner) => inner.text)
    .join('');
  return { role: 'tool', tool_call_id: part.id, content: part.isError ? `Error: ${text}` : text };
}

function userPart(part: TurnPart, options: MessageOptions): object | undefined {
  switch (part.type) {
    case 'text':
      return part.text === '' ? undefined : textPart(part, options);
    case 'image':
      return imagePart(part, options);
    case 'file':
      return filePart(part, options);
    case 'audio':
      return { type: 'input_audio', input_audio: { data: part.data, format: part.format } };
    default:
      return undefined;
  }
}

function textPart(part: TextPart, options: MessageOptions): object {
  return { type: 'text', text: part.text, ...cacheControl(part.cache, options) };
}

function imagePart(part: ImagePart, options: MessageOptions): object {
  return {
    type: 'image_url',
    image_url: { url: address(part.source), detail: part.detail },
    ...cacheControl(part.cache, options),
  };
}

/** Plain text files are sent as text, which every model reads; only others, such as PDF, are sent as files. */
function filePart(part: Part<'file'>, options: MessageOptions): object {
  const { source, name } = part;
  if (source.type === 'base64' && source.mediaType.startsWith('text/')) {
    const text = Buffer.from(source.data, 'base64').toString('utf8');
    return textPart(
      { type: 'text', text: name === undefined ? text : `${name}\n${text}`, cache: part.cache },
      options,
    );
  }
  return {
    type: 'file',
    file: { filename: name ?? 'document.pdf', file_data: address(source) },
    ...cacheControl(part.cache, options),
  };
}

function assistantMessages(turn: CanonicalTurn, options: MessageOptions): object[] {
  const texts = turn.parts.filter((part) => part.type === 'text' && part.text !== '') as TextPart[];
  const calls = turn.parts.filter((part) => part.type === 'tool-call');
  const images = options.answerImages ? turn.parts.filter((part) => part.type === 'image') : [];
  if (texts.length === 0 && calls.length === 0 && images.length === 0) return [];
  const [first] = texts;
  const plain = texts.length === 1 && !(first?.cache && options.cacheHints);
  // Like the responses that they come from.
  const none = images.length > 0 ? '' : null;
  return [
    {
      role: 'assistant',
      content: plain ? first?.text : texts.length > 0 ? texts.map((part) => textPart(part, options)) : none,
      ...reasoning(turn, calls.length > 0, options),
      images:
        images.length > 0
          ? images.map(({ source }) => ({ type: 'image_url', image_url: { url: address(source) } }))
          : undefined,
      tool_calls:
        calls.length > 0
          ? calls.map((call) => ({
              id: call.id,
              type: 'function',
              function: { name: call.name, arguments: call.arguments === '' ? '{}' : call.arguments },
            }))
          : undefined,
    },
  ];
}

function reasoning(turn: CanonicalTurn, callsTools: boolean, { reasoning: rule }: MessageOptions): object {
  if (!rule || (rule.sent === 'text-with-tools' && !callsTools)) return {};
  if (rule.sent === 'details') {
    const details = turn.parts.flatMap(detail);
    return details.length > 0 ? { reasoning_details: details } : {};
  }
  const text = turn.parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  return text === '' ? {} : { [rule.member ?? 'reasoning_content']: text };
}

function detail(part: TurnPart): object[] {
  if (part.type === 'reasoning')
    return [{ type: 'reasoning.text', text: part.text, signature: part.signature }];
  return part.type === 'reasoning-redacted' ? [{ type: 'reasoning.encrypted', data: part.data }] : [];
}

function cacheControl(cache: CacheHint | undefined, options: MessageOptions): object {
  return cache && options.cacheHints ? { cache_control: { type: 'ephemeral', ttl: cache.ttl } } : {};
}

function address(source: MediaSource): string {
  return source.type === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`;
}
