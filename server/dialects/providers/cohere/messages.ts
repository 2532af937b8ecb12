import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTurn, ImagePart, TurnPart } from '../../canonical/chat.js';
import { asUserTurn } from '../../canonical/conversation/instructions.js';
import { isRecord } from '../../json/lenient.js';
import type { ModelRules } from './model-rules.js';

/** https://docs.cohere.com/docs/image-inputs */
const MAX_IMAGES = 20;
const DETAILS = new Set<unknown>(['auto', 'low', 'high']);

type Part<T extends TurnPart['type']> = Extract<TurnPart, { type: T }>;

/** What the response should be grounded on: https://docs.cohere.com/docs/documents-and-citations */
interface GroundingDocument {
  data: Record<string, string>;
}

/**
 * Converts the conversation. Text files become `documents` if the request allows them, which excludes tools and JSON output.
 * @param instruction added to the system message
 * @throws ApiError convert_request_failed for content that Cohere does not accept
 */
export function conversationOf(
  chat: CanonicalChat,
  rules: ModelRules,
  instruction: string | undefined,
): { messages: object[]; documents?: object[] } {
  const images = chat.turns.flatMap(({ parts }) => parts.flatMap(imagesIn)).length;
  if (images > MAX_IMAGES) throw unsupported(`this model accepts at most ${MAX_IMAGES} images`);
  const isPlain = chat.tools.length === 0 && (chat.responseFormat ?? { type: 'text' }).type === 'text';
  const documents: GroundingDocument[] = [];
  const messages: object[] = [];
  const system = [...chat.system.map(({ text }) => text), instruction ?? ''].filter((text) => text !== '');
  if (system.length > 0) messages.push({ role: 'system', content: system.join('\n') });
  // Instructions are only accepted before all other messages.
  for (const turn of chat.turns.map(asUserTurn)) {
    if (turn.role === 'assistant') messages.push(...assistantMessages(turn, rules));
    else messages.push(...userMessages(turn, rules.grounds && isPlain ? documents : undefined));
  }
  // At least one message is required.
  if (messages.length === 0) messages.push({ role: 'user', content: '...' });
  return { messages, ...(documents.length > 0 && { documents }) };
}

function imagesIn(part: TurnPart): ImagePart[] {
  if (part.type === 'image') return [part];
  return part.type === 'tool-result' ? part.parts.filter((inner) => inner.type === 'image') : [];
}

/** @param documents receives the text files of the turn; undefined: they are part of the message */
function userMessages({ parts }: CanonicalTurn, documents: GroundingDocument[] | undefined): object[] {
  const messages: object[] = [];
  const content: object[] = [];
  const hasWords = parts.some((part) => part.type === 'text' && part.text !== '');
  // Tool messages cannot contain images: they follow in a user message.
  for (const part of parts) {
    if (part.type !== 'tool-result') continue;
    messages.push({ role: 'tool', tool_call_id: part.id, content: resultOf(part) });
    content.push(...imagesIn(part).map(imageOf));
  }
  for (const part of parts) {
    if (part.type === 'file' && documents && hasWords) documents.push(documentOf(part));
    else content.push(...userContent(part));
  }
  const [only] = content;
  if (content.length === 1 && isRecord(only) && only.type === 'text')
    messages.push({ role: 'user', content: only.text });
  else if (content.length > 0) messages.push({ role: 'user', content });
  return messages;
}

function userContent(part: TurnPart): object[] {
  switch (part.type) {
    // Empty texts are rejected.
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    case 'image':
      return [imageOf(part)];
    case 'file': {
      const { title, text } = documentOf(part).data;
      return [{ type: 'text', text: title === undefined ? text : `${title}\n${text}` }];
    }
    case 'audio':
      throw unsupported('audio: this model accepts text and images');
    default:
      return [];
  }
}

function imageOf({ source, detail }: ImagePart): object {
  const url = source.type === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`;
  return { type: 'image_url', image_url: { url, detail: DETAILS.has(detail) ? detail : undefined } };
}

function documentOf({ source, name }: Part<'file'>): GroundingDocument {
  if (source.type !== 'base64' || !/^(?:text\/|application\/json\b)/.test(source.mediaType))
    throw unsupported('file: this model accepts text files only');
  const text = Buffer.from(source.data, 'base64').toString('utf8');
  return { data: { ...(name !== undefined && { title: name }), text } };
}

/** A JSON object as text, or text blocks (https://docs.cohere.com/docs/tool-use-overview). */
function resultOf({ parts, isError }: Part<'tool-result'>): string | object[] {
  const text = parts.flatMap((inner) => (inner.type === 'text' ? [inner.text] : [])).join('');
  if (isError) return JSON.stringify({ error: text });
  if (text === '') return JSON.stringify({ result: '' });
  return isJsonObject(text) ? text : [{ type: 'text', text }];
}

function isJsonObject(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    return isRecord(JSON.parse(text));
  } catch {
    // Plain text.
    return false;
  }
}

function assistantMessages({ parts }: CanonicalTurn, rules: ModelRules): object[] {
  const calls = parts.filter((part) => part.type === 'tool-call');
  const reasoning = parts.filter(
    (part) => part.type === 'reasoning' && part.text !== '',
  ) as Part<'reasoning'>[];
  const texts = parts.filter((part) => part.type === 'text' && part.text !== '') as Part<'text'>[];
  const content = [
    ...(rules.thinks ? reasoning.map(({ text }) => ({ type: 'thinking', thinking: text })) : []),
    ...texts.map(({ text }) => ({ type: 'text', text })),
  ];
  if (calls.length === 0 && texts.length === 0) return [];
  const plan = reasoning.map(({ text }) => text).join('');
  return [
    {
      role: 'assistant',
      content: content.length > 0 ? content : undefined,
      // What models without thinking blocks write before they call tools.
      tool_plan: !rules.thinks && calls.length > 0 && plan !== '' ? plan : undefined,
      tool_calls: calls.length > 0 ? calls.map(callOf) : undefined,
    },
  ];
}

function callOf({ id, name, arguments: callArguments }: Part<'tool-call'>): object {
  return {
    id,
    type: 'function',
    function: { name, arguments: callArguments.trim() === '' ? '{}' : callArguments },
  };
}

function unsupported(detail: string): ApiError {
  return new ApiError('convert_request_failed', { detail });
}
