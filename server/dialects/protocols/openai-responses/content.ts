import type { ImagePart, TextPart, TurnPart } from '../../canonical/chat.js';
import { fileSource, mediaSource } from '../../canonical/media-source.js';
import type { Fields } from '../../json/fields.js';
import type { NativeOnly } from './native-only.js';

/** Reads the content of a message or a tool result: a string, or parts. @throws FieldError */
export function readContent(item: Fields, name: string, nativeOnly: NativeOnly): TurnPart[] {
  const content = item.textOrObjects(name);
  if (content === undefined) throw item.wrong(name, 'a string or a list');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.flatMap((part) => readPart(part, nativeOnly));
}

/** Reads the texts of an instruction. @throws FieldError for other parts */
export function readTexts(item: Fields): TextPart[] {
  const content = item.textOrObjects('content');
  if (content === undefined) throw item.wrong('content', 'a string or a list');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map((part) => {
    if (!texts.has(part.string('type') ?? '')) throw part.unsupported('type');
    return { type: 'text', text: part.neededString('text') };
  });
}

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
      throw part.unsupported('type');
  }
}

function image(part: Fields, nativeOnly: NativeOnly): ImagePart[] {
  const url = part.string('image_url');
  if (url === undefined) return storedFile(part, 'image_url', nativeOnly);
  return [{ type: 'image', source: mediaSource(url), detail: part.string('detail') }];
}

function file(part: Fields, nativeOnly: NativeOnly): TurnPart[] {
  const given = part.string('file_data') ?? part.string('file_url');
  if (given === undefined) return storedFile(part, 'file_data', nativeOnly);
  return [{ type: 'file', source: fileSource(given), name: part.string('filename') }];
}

/** A file id belongs to one upstream account. */
function storedFile(part: Fields, instead: string, nativeOnly: NativeOnly): never[] {
  if (!part.has('file_id')) throw part.wrong(instead, 'a string');
  nativeOnly.push(part.place('file_id'));
  return [];
}
