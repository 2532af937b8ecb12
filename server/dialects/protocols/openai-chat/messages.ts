import { ApiError } from '../../../contract/errors/api-error.js';
import type {
  CacheHint,
  CanonicalChat,
  CanonicalTurn,
  ImagePart,
  TextPart,
  TurnPart,
} from '../../canonical/chat.js';
import { answerImage, withAnswerImages } from '../../canonical/media/answer-images.js';
import { customArguments } from '../../canonical/conversation/custom-tools.js';
import { fileSource, mediaSource } from '../../canonical/media/media-source.js';
import type { Fields } from '../../json/fields.js';
import { cacheHint } from '../../json/cache-hint.js';
import { readableText } from '../../json/readable-text.js';
import { signatureIn } from './call-signature.js';
import { NATIVE_OF_ASSISTANT } from './native-only.js';

/**
 * Reads the conversation: system and developer instructions in order, then turns.
 * @param nativeOnly receives the locations of parts that cannot be translated
 * @throws FieldError, ApiError 400
 */
export function readMessages(
  messages: Fields[],
  nativeOnly: string[],
): Pick<CanonicalChat, 'system' | 'turns'> {
  const system: TextPart[] = [];
  const turns: CanonicalTurn[] = [];
  for (const message of messages) {
    const role = message.string('role');
    switch (role) {
      case 'system':
      case 'developer':
        system.push(...hinted(textParts(message, nativeOnly), cacheHint(message)));
        break;
      case undefined:
      case '':
      case 'user':
        turns.push({ role: 'user', parts: hinted(userParts(message, nativeOnly), cacheHint(message)) });
        break;
      case 'assistant':
        turns.push({
          role: 'assistant',
          parts: hinted(assistantParts(message, nativeOnly), cacheHint(message)),
        });
        break;
      case 'tool':
        turns.push({ role: 'user', parts: [toolResult(message, nativeOnly)] });
        break;
      default:
        throw message.unsupported('role');
    }
  }
  return { system, turns: withAnswerImages(turns) };
}

/** A cache hint on the message applies up to its last part. */
function hinted<T extends TurnPart>(parts: T[], cache: CacheHint | undefined): T[] {
  const last = parts.at(-1);
  if (
    cache &&
    last &&
    last.type !== 'audio' &&
    last.type !== 'reasoning' &&
    last.type !== 'reasoning-redacted'
  ) {
    last.cache ??= cache;
  }
  return parts;
}

function textParts(message: Fields, nativeOnly: string[]): TextPart[] {
  const content = message.textOrObjects('content');
  if (content === undefined) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.flatMap((part) =>
    part.string('type') === 'text' ? [textPart(part)] : otherPart(part, nativeOnly),
  );
}

/** A part of a type that has no place here: its text, if it is one. */
function otherPart(part: Fields, nativeOnly: string[]): TextPart[] {
  const text = readableText(part);
  if (text !== undefined) return [{ type: 'text', text, cache: cacheHint(part) }];
  nativeOnly.push(`${part.place('type')} ${part.string('type') ?? ''}`);
  return [];
}

function textPart(part: Fields): TextPart {
  return { type: 'text', text: part.neededString('text'), cache: cacheHint(part) };
}

function userParts(message: Fields, nativeOnly: string[]): TurnPart[] {
  const content = message.textOrObjects('content');
  if (content === undefined) return [];
  return typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : content.flatMap((part) => userPart(part, nativeOnly));
}

function userPart(part: Fields, nativeOnly: string[]): TurnPart[] {
  switch (part.string('type')) {
    case 'text':
      return [textPart(part)];
    case 'image_url':
      return [imagePart(part)];
    case 'input_audio': {
      const audio = part.neededObject('input_audio');
      return [{ type: 'audio', format: audio.neededString('format'), data: audio.neededString('data') }];
    }
    case 'file':
      return [filePart(part)];
    default:
      return otherPart(part, nativeOnly);
  }
}

function imagePart(part: Fields): ImagePart {
  const isShort = typeof part.raw('image_url') === 'string';
  return {
    type: 'image',
    source: mediaSource(imageAddress(part)),
    detail: isShort ? undefined : part.object('image_url')?.string('detail'),
    cache: cacheHint(part),
  };
}

function imageAddress(part: Fields): string {
  const short = part.raw('image_url');
  return typeof short === 'string' ? short : part.neededObject('image_url').neededString('url');
}

function filePart(part: Fields): TurnPart {
  const file = part.neededObject('file');
  const data = file.string('file_data');
  if (data === undefined) {
    throw new ApiError('unsupported_parameter', {
      detail: `${file.place('file_id')} names a file of another upstream; send file_data`,
    });
  }
  return { type: 'file', source: fileSource(data), name: file.string('filename'), cache: cacheHint(part) };
}

function assistantParts(message: Fields, nativeOnly: string[]): TurnPart[] {
  const parts = reasoningParts(message);
  for (const name of NATIVE_OF_ASSISTANT) if (message.has(name)) nativeOnly.push(message.place(name));
  const content = message.textOrObjects('content');
  if (typeof content === 'string') parts.push({ type: 'text', text: content });
  else {
    for (const part of content ?? []) {
      const type = part.string('type');
      if (type === 'refusal') parts.push({ type: 'text', text: part.neededString('refusal') });
      else if (type === 'text') parts.push(textPart(part));
      else if (type === 'image_url') parts.push(answerImage(imageAddress(part)));
      else parts.push(...otherPart(part, nativeOnly));
    }
  }
  const refusal = message.string('refusal');
  if (refusal !== undefined) parts.push({ type: 'text', text: refusal });
  // https://openrouter.ai/docs/guides/overview/multimodal/image-generation
  for (const image of message.objects('images')) parts.push(answerImage(imageAddress(image)));
  for (const call of message.objects('tool_calls')) parts.push(toolCall(call));
  return parts;
}

function toolCall(call: Fields): TurnPart {
  const type = call.string('type') ?? 'function';
  if (type !== 'function' && type !== 'custom') throw call.unsupported('type');
  const target = call.neededObject(type);
  const signature = signatureIn(call.raw('extra_content'));
  return {
    type: 'tool-call',
    id: call.neededString('id'),
    name: target.neededString('name'),
    arguments:
      type === 'custom' ? customArguments(target.neededString('input')) : (target.string('arguments') ?? ''),
    ...(signature !== undefined && { signature }),
    cache: cacheHint(call),
  };
}

/**
 * Reads reasoning of an earlier response of the gateway: signed reasoning as details (or under the name other gateways use),
 * or plain text.
 */
function reasoningParts(message: Fields): TurnPart[] {
  const details = [...message.objects('reasoning_details'), ...message.objects('thinking_blocks')];
  const parts = details.flatMap((detail): TurnPart[] => {
    switch (detail.string('type')) {
      case 'thinking':
        return [
          { type: 'reasoning', text: detail.string('thinking') ?? '', signature: detail.string('signature') },
        ];
      case 'reasoning.text':
        return [
          { type: 'reasoning', text: detail.string('text') ?? '', signature: detail.string('signature') },
        ];
      case 'redacted':
      case 'redacted_thinking':
      case 'reasoning.encrypted':
        return [{ type: 'reasoning-redacted', data: detail.neededString('data') }];
      default:
        return [];
    }
  });
  if (parts.length > 0) return parts;
  const text = message.string('reasoning_content') ?? message.string('reasoning');
  return text === undefined || text === '' ? [] : [{ type: 'reasoning', text }];
}

function toolResult(message: Fields, nativeOnly: string[]): TurnPart {
  const content = message.textOrObjects('content');
  const parts =
    typeof content === 'string'
      ? [{ type: 'text' as const, text: content }]
      : (content ?? []).flatMap((part): (TextPart | ImagePart)[] => {
          const type = part.string('type');
          if (type === 'image_url') return [imagePart(part)];
          return type === 'text' ? [textPart(part)] : otherPart(part, nativeOnly);
        });
  return {
    type: 'tool-result',
    id: message.neededString('tool_call_id'),
    name: message.string('name'),
    parts,
    cache: cacheHint(message),
  };
}
