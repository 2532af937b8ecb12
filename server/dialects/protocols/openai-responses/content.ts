import type { ImagePart, TextPart, TurnPart } from '../../canonical/chat.js';
import { fileSource, mediaSource } from '../../canonical/media/media-source.js';
import type { Fields } from '../../json/fields.js';
import { readableText } from '../../json/readable-text.js';
import { place, type NativeOnly } from './native-only.js';

/** Reads the content of a message or a tool result: a string, or parts. @throws FieldError */
export function readContent(item: Fields, name: string, nativeOnly: NativeOnly): TurnPart[] {
  const content = item.textOrObjects(name);
  if (content === undefined) throw item.wrong(name, 'a string or a list');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.flatMap((part) => readPart(part, nativeOnly));
}

/** Reads the texts of an instruction. Instructions of other kinds cannot be translated. @throws FieldError */
export function readTexts(item: Fields, nativeOnly: NativeOnly): TextPart[] {
  const content = item.textOrObjects('content');
  if (content === undefined) throw item.wrong('content', 'a string or a list');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.flatMap((part) => {
    if (texts.has(part.string('type') ?? '')) return [{ type: 'text', text: part.neededString('text') }];
    return unknownPart(part, nativeOnly);
  });
}

/**
 * Reads the message of another agent (Codex). What a model of another provider wrote for it comes back as
 * `encrypted_content`, in clear text; only OpenAI can read OpenAI's. @throws FieldError
 */
export function readAgentMessage(item: Fields, nativeOnly: NativeOnly): TurnPart[] {
  const content = item.textOrObjects('content');
  if (content === undefined) throw item.wrong('content', 'a string or a list');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.flatMap((part): TurnPart[] => {
    const text = part.string('type') === 'encrypted_content' ? part.neededString('encrypted_content') : '';
    if (text === '' || ENCRYPTED.test(text)) return readPart(part, nativeOnly);
    return [{ type: 'text', text }];
  });
}

/** A Fernet token, https://github.com/fernet/spec: base64url that begins with the version 0x80 and the time. */
const ENCRYPTED = /^gAAAA[\w-]+=*$/;

const texts = new Set(['input_text', 'output_text', 'text']);

function readPart(part: Fields, nativeOnly: NativeOnly): TurnPart[] {
  const type = part.neededString('type');
  if (texts.has(type)) return [{ type: 'text', text: part.neededString('text') }];
  switch (type) {
    case 'refusal':
      return [{ type: 'text', text: part.neededString('refusal') }];
    case 'input_image':
      return image(part, nativeOnly);
    case 'input_file':
      return file(part, nativeOnly);
    case 'input_audio': {
      const audio = part.neededObject('input_audio');
      return [{ type: 'audio', format: audio.neededString('format'), data: audio.neededString('data') }];
    }
    default:
      return unknownPart(part, nativeOnly);
  }
}

/** A part of a type that is not known: its text, if it is one. */
function unknownPart(part: Fields, nativeOnly: NativeOnly): TextPart[] {
  const text = readableText(part);
  if (text !== undefined) return [{ type: 'text', text }];
  nativeOnly.push(place(part.place('type'), part.neededString('type')));
  return [];
}

function image(part: Fields, nativeOnly: NativeOnly): ImagePart[] {
  const url = part.string('image_url');
  if (url === undefined) return storedFile(part, 'image_url', nativeOnly);
  return [{ type: 'image', source: mediaSource(url), detail: part.string('detail') }];
}

function file(part: Fields, nativeOnly: NativeOnly): TurnPart[] {
  const data = part.string('file_data') ?? part.string('file_url');
  if (data === undefined) return storedFile(part, 'file_data', nativeOnly);
  return [{ type: 'file', source: fileSource(data), name: part.string('filename') }];
}

/** A file id belongs to one upstream account. */
function storedFile(part: Fields, instead: string, nativeOnly: NativeOnly): never[] {
  if (!part.has('file_id')) throw part.wrong(instead, 'a string');
  nativeOnly.push(part.place('file_id'));
  return [];
}
