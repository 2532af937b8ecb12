import { ApiError } from '../../../contract/errors/api-error.js';
import { isAnswerImage } from '../../canonical/media/answer-images.js';
import type { CanonicalTurn, MediaSource, TurnPart } from '../../canonical/chat.js';
import { asUserTurn } from '../../canonical/conversation/instructions.js';
import { isRecord } from '../../json/lenient.js';
import type { ModelRules } from './model-rules.js';

interface Content {
  role: 'user' | 'model';
  parts: object[];
}

type Part<T extends TurnPart['type']> = Extract<TurnPart, { type: T }>;

/** What another platform of Gemini models requires, unlike the Gemini API. */
export interface GeminiPlatform {
  /** Rejects the ids of function calls and of their responses. */
  readonly withoutCallIds?: true;
  /** Requires the MIME type of a file given by URL, and how to find it. Absent: files are sent without type. */
  readonly fileType?: (url: string) => string;
  /** Accepts names of files: https://cloud.google.com/vertex-ai/docs/reference/rest/v1/Content#Blob. The Gemini API rejects them. */
  readonly namesFiles?: true;
}

/** Accepted by Google instead of a missing thought signature (https://ai.google.dev/gemini-api/docs/thought-signatures). */
const skipSignature = 'skip_thought_signature_validator';

/** Placeholder for a turn of the user that is required: contents must not be empty, and begin with the user. */
const SILENCE = { text: '...' };
/** https://ai.google.dev/gemini-api/docs/image-understanding#supported-formats */
const IMAGES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
  'image/heif',
]);

/**
 * Converts the conversation. Consecutive turns of one role become one content; turns without parts are dropped.
 * @param maxImages maximum number of images in one turn; -1 for any number
 * @throws ApiError convert_request_failed for too many images, or arguments that are not a JSON object
 */
export function contentsOf(
  turns: readonly CanonicalTurn[],
  rules: ModelRules,
  maxImages: number,
  platform: GeminiPlatform = {},
): Content[] {
  const names = new Map<string, string>();
  const contents: Content[] = [];
  for (const turn of turns.map(asUserTurn)) {
    // How many a model made is not the client's choice.
    if (maxImages >= 0 && turn.role !== 'assistant') limitImages(turn, maxImages);
    const role = turn.role === 'assistant' ? 'model' : 'user';
    const parts = turn.parts.flatMap((part) => partsOf(part, names, rules, platform));
    const last = contents.at(-1);
    if (parts.length === 0) continue;
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  }
  if (rules.draws && rules.signs) for (const content of contents) signImages(content);
  if (contents[0]?.role !== 'user') contents.unshift({ role: 'user', parts: [SILENCE] });
  return contents;
}

/**
 * Image models expect a signature on the first part of their earlier responses and on every image in them:
 * https://ai.google.dev/gemini-api/docs/thought-signatures#model-behavior
 */
function signImages({ role, parts }: Content): void {
  if (role !== 'model') return;
  for (const [index, part] of parts.entries())
    if (index === 0 || 'inlineData' in part) parts[index] = { thoughtSignature: skipSignature, ...part };
}

function limitImages({ parts }: CanonicalTurn, most: number): void {
  if (parts.filter(({ type }) => type === 'image').length <= most) return;
  throw new ApiError('convert_request_failed', {
    detail: `too many images in the message, max allowed is ${most}`,
  });
}

/** @param names tool names by call id, collected from the conversation so far */
function partsOf(
  part: TurnPart,
  names: Map<string, string>,
  rules: ModelRules,
  platform: GeminiPlatform,
): object[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ text: part.text }];
    case 'image':
      return isAnswerImage(part) && !isReadable(part.source) ? [] : [image(part.source, platform)];
    case 'file':
      return [media(part.source, platform, part.name)];
    case 'audio':
      return [{ inlineData: { mimeType: `audio/${part.format}`, data: part.data } }];
    case 'tool-call':
      names.set(part.id, part.name);
      return [toolCall(part, rules, platform)];
    case 'tool-result':
      return toolResult(part, part.name ?? names.get(part.id) ?? '', platform);
    // Google does not need earlier thoughts; the signature of those that led to a call is sent with the call.
    case 'reasoning':
    case 'reasoning-redacted':
      return [];
  }
}

/** @throws ApiError convert_request_failed for a format that Google does not read */
function image(source: MediaSource, platform: GeminiPlatform): object {
  if (source.type === 'url') return media(source, platform);
  const mediaType = typeOf(source);
  if (IMAGES.has(mediaType)) return media({ ...source, mediaType }, platform);
  throw new ApiError('convert_request_failed', { detail: `images of type ${mediaType} are not supported` });
}

function isReadable(source: MediaSource): boolean {
  return source.type === 'url' || IMAGES.has(typeOf(source));
}

function typeOf({ mediaType }: Extract<MediaSource, { type: 'base64' }>): string {
  return mediaType === 'image/jpg' ? 'image/jpeg' : mediaType;
}

/** URLs that are left here are read by Google itself (`mustFetch`). */
function media(source: MediaSource, { fileType, namesFiles }: GeminiPlatform, displayName?: string): object {
  if (source.type === 'url')
    return { fileData: { ...(fileType && { mimeType: fileType(source.url) }), fileUri: source.url } };
  const name = namesFiles && displayName ? { displayName } : {};
  return { inlineData: { mimeType: source.mediaType, data: source.data, ...name } };
}

function toolCall(part: Part<'tool-call'>, rules: ModelRules, platform: GeminiPlatform): object {
  const signature = part.signature ?? (rules.signs ? skipSignature : undefined);
  return {
    functionCall: { ...callId(part, platform), name: part.name, args: callArguments(part) },
    ...(signature !== undefined && { thoughtSignature: signature }),
  };
}

function callId({ id }: { id: string }, { withoutCallIds }: GeminiPlatform): { id?: string } {
  return withoutCallIds ? {} : { id };
}

function callArguments(part: Part<'tool-call'>): object {
  const args = part.arguments.trim() === '' ? {} : parsed(part.arguments);
  if (isRecord(args)) return args;
  throw new ApiError('convert_request_failed', {
    detail: `invalid arguments for function ${part.name}: not a JSON object`,
  });
}

/** Google requires results to be objects; images of a result follow it as parts. */
function toolResult(part: Part<'tool-result'>, name: string, platform: GeminiPlatform): object[] {
  const text = part.parts.flatMap((inner) => (inner.type === 'text' ? [inner.text] : [])).join('');
  const images = part.parts.flatMap((inner) =>
    inner.type === 'image' ? [image(inner.source, platform)] : [],
  );
  const whole = parsed(text);
  const response = part.isError ? { error: text } : isRecord(whole) ? whole : { content: text };
  return [{ functionResponse: { ...callId(part, platform), name, response } }, ...images];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Plain text: the caller wraps or rejects it.
    return undefined;
  }
}
