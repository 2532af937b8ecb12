import { ApiError } from '../../../contract/errors/api-error.js';
import { table } from '../../kit/table.js';
import type { CacheHint, CanonicalTurn, MediaSource, TurnPart } from '../../canonical/chat.js';
import { asUserTurn } from '../../canonical/conversation/instructions.js';
import { isRecord } from '../../json/lenient.js';
import { DocumentNames } from './document-names.js';
import type { ModelFamily } from './model-families.js';

interface Message {
  role: 'user' | 'assistant';
  content: object[];
}

type Part<T extends TurnPart['type']> = Extract<TurnPart, { type: T }>;

/** Placeholder for required text: Converse rejects empty messages, blank text and documents without a text. */
const SILENCE = { text: '...' };
/** Follows a response that the model would not continue. */
const GO_ON = { text: 'Continue.' };

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ImageBlock.html */
const IMAGE_FORMATS = table<string>({
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
});
/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html */
const DOCUMENT_FORMATS = table<string>({
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
});
/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_AudioBlock.html */
const AUDIO_FORMATS: ReadonlySet<string> = new Set([
  'aac',
  'flac',
  'm4a',
  'mp3',
  'ogg',
  'opus',
  'pcm',
  'wav',
  'webm',
]);

/**
 * Converts turns to messages of Converse: consecutive turns of one role become one message, the first message is the
 * user's, and tool results come before the other content of a message.
 * @throws ApiError convert_request_failed, unsupported_parameter
 */
export function messagesOf(turns: readonly CanonicalTurn[], family: ModelFamily): object[] {
  const writer = new BlockWriter(family);
  const messages: Message[] = [];
  for (const turn of turns.map(asUserTurn)) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user';
    const content = turn.parts.flatMap((part) => writer.blocks(part, role));
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content });
  }
  for (const message of messages) {
    message.content = withoutLastThoughts(resultsFirst(message.content));
    const hasText = message.content.some((block) => 'text' in block);
    const needsText = message.content.some((block) => 'document' in block);
    if (message.content.length === 0 || (needsText && !hasText)) message.content.push(SILENCE);
  }
  if (messages[0]?.role !== 'user') messages.unshift({ role: 'user', content: [SILENCE] });
  const last = messages.at(-1);
  if (last?.role === 'assistant') {
    if (last.content[0] === SILENCE) messages.pop();
    else if (!family.prefills) messages.push({ role: 'user', content: [GO_ON] });
  }
  return messages;
}

/** A cache point behind content. Five minutes is the default. */
export function cachePoint(cache: CacheHint | undefined, { cachePoints }: ModelFamily): object[] {
  return cache && cachePoints ? [{ cachePoint: { type: 'default' } }] : [];
}

function resultsFirst(content: object[]): object[] {
  const isResult = (block: object) => 'toolResult' in block;
  if (!content.some(isResult)) return content;
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))];
}

/** Claude rejects a message of the assistant that ends with its thoughts, such as those that a limit cut off. */
function withoutLastThoughts(content: object[]): object[] {
  return content.slice(0, content.findLastIndex((block) => !('reasoningContent' in block)) + 1);
}

class BlockWriter {
  private readonly documents = new DocumentNames();

  constructor(private readonly family: ModelFamily) {}

  /** One part as blocks; none for what the API would reject or what the model does not accept. */
  blocks(part: TurnPart, role: Message['role']): object[] {
    switch (part.type) {
      case 'text':
        return part.text.trim() === '' ? [] : [{ text: part.text }, ...this.cached(part.cache)];
      case 'image':
        return [onlyUser(role, imageBlock(part.source)), ...this.cached(part.cache)];
      case 'file':
        return [onlyUser(role, this.document(part)), ...this.cached(part.cache)];
      case 'audio':
        return [onlyUser(role, audioBlock(part))];
      case 'tool-call':
        return [{ toolUse: { toolUseId: part.id, name: part.name, input: input(part) } }];
      case 'tool-result':
        return [this.toolResult(part), ...this.cached(part.cache)];
      case 'reasoning':
        if (!this.family.reasoningHistory || !part.signature) return [];
        return [{ reasoningContent: { reasoningText: { text: part.text, signature: part.signature } } }];
      case 'reasoning-redacted':
        return this.family.reasoningHistory ? [{ reasoningContent: { redactedContent: part.data } }] : [];
    }
  }

  private cached(cache: CacheHint | undefined): object[] {
    return cachePoint(cache, this.family);
  }

  private document({ source, name }: Part<'file'>): object {
    const format = documentFormat(source);
    return { document: { format, name: this.documents.unique(name), source: bytesOf(source) } };
  }

  /** Models without a status for failed calls get it as text. */
  private toolResult({ id, parts, isError }: Part<'tool-result'>): object {
    const { toolStatus } = this.family;
    const content = parts.flatMap((part) => {
      if (part.type === 'image') return [imageBlock(part.source)];
      return part.text.trim() === '' ? [] : [{ text: part.text }];
    });
    if (isError && !toolStatus) content.unshift({ text: 'Error:' });
    return {
      toolResult: {
        toolUseId: id,
        content: content.length > 0 ? content : [SILENCE],
        ...(isError && toolStatus && { status: 'error' }),
      },
    };
  }
}

/** @throws ApiError if the assistant's turn contains such a block, which Converse rejects */
function onlyUser(role: Message['role'], block: object): object {
  if (role === 'user') return block;
  throw new ApiError('convert_request_failed', {
    detail: `${Object.keys(block).join()} content is supported in user messages only`,
  });
}

function imageBlock(source: MediaSource): object {
  const type = source.type === 'url' ? `image/${extension(source.url)}` : source.mediaType;
  const format = IMAGE_FORMATS[type];
  if (format === undefined)
    throw new ApiError('convert_request_failed', { detail: `images of type ${type} are not supported` });
  return { image: { format, source: bytesOf(source) } };
}

function audioBlock({ format, data }: Part<'audio'>): object {
  if (!AUDIO_FORMATS.has(format))
    throw new ApiError('convert_request_failed', { detail: `audio of type ${format} is not supported` });
  return { audio: { format, source: { bytes: data } } };
}

function documentFormat(source: MediaSource): string {
  if (source.type === 'url') return extension(source.url);
  const format =
    DOCUMENT_FORMATS[source.mediaType] ?? (source.mediaType.startsWith('text/') ? 'txt' : undefined);
  if (format !== undefined) return format;
  throw new ApiError('convert_request_failed', {
    detail: `files of type ${source.mediaType} are not supported`,
  });
}

/** URLs that are left here are those of S3 (`mustFetch`). */
function bytesOf(source: MediaSource): object {
  return source.type === 'url' ? { s3Location: { uri: source.url } } : { bytes: source.data };
}

function extension(url: string): string {
  return /\.([a-z0-9]+)$/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

/** @throws ApiError if the arguments are not a JSON object */
function input({ id, arguments: callArguments }: Part<'tool-call'>): object {
  const parsed = callArguments.trim() === '' ? {} : parse(callArguments);
  if (isRecord(parsed)) return parsed;
  throw new ApiError('convert_request_failed', {
    detail: `the arguments of tool call ${id} are not a JSON object`,
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
